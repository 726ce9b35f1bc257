import type { Page, Request } from '@playwright/test'
import { beginSession, endAnimations, expect, heading, type Role, sessionKey } from './fixtures.ts'
import { flowStart } from './flow-mock.ts'
import { withTouch } from './layout.ts'
import { test as readOnly } from './read-only.ts'
import type { Ids, Visited } from './shared-world.ts'

/**
 * For looks at many pages. Those of a role share a document in each worker, and are reached as by its links, so that the
 * dashboard and axe are loaded once. Nothing hovers in it, so that what waits for the pointer is looked at too.
 */
export const test = readOnly.extend<{ visit: (role: Role, path: string) => Promise<Page> }>({
  visit: async ({ browser, world, ids, visited, viewport }, use) => {
    const changes: string[] = []
    const recordChange = (request: Request) => {
      if (!['GET', 'HEAD'].includes(request.method())) changes.push(`${request.method()} ${request.url()}`)
    }
    let page: Page | undefined
    await use(async (role, path) => {
      const address = path.replaceAll(/\{(\w+)\}/g, (_, noun: keyof Ids) => ids[noun])
      const known = visited.get(role)
      const now = known ?? follow(await browser.newPage({ baseURL: world.url, viewport }))
      visited.set(role, now)
      ;({ page } = now)
      page.on('request', recordChange)
      if (known) {
        if (viewport) await page.setViewportSize(viewport)
        await leave(page)
        await go(page, address)
      } else {
        await page.clock.setFixedTime(flowStart)
        const kept = await beginSession(page, world, role)
        await page.addInitScript(([key, value]) => sessionStorage.setItem(key, value), [sessionKey, kept] as const)
        await page.goto(address)
        // afterwards nothing hovers
        await withTouch(page, async () => {})
      }
      await expect(heading(page, known && address !== nowhere ? /^(?!Page not found$)./ : /./)).toHaveCount(1)
      await settle(now)
      return page
    })
    page?.off('request', recordChange)
    expect(changes, 'a look must only read').toEqual([])
  },
})

/** An address without a page. */
const nowhere = '/nowhere'

function follow(page: Page): Visited {
  const visited: Visited = { page, pending: new Set(), asked: 0 }
  page.on('request', (request) => {
    visited.asked += 1
    visited.pending.add(request)
  })
  page.on('requestfinished', (request) => visited.pending.delete(request))
  page.on('requestfailed', (request) => visited.pending.delete(request))
  return visited
}

/** Goes to an address without loading a document. */
function go(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}

/** Takes away the page that is shown, with its state and its dialogs. */
async function leave(page: Page): Promise<void> {
  await go(page, '/between-pages')
  await expect(heading(page, 'Page not found')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Waits until the page has all that it asks for, also when it's idle, and until nothing moves. */
async function settle(visited: Visited): Promise<void> {
  const { page, pending } = visited
  for (let rests = 0; rests < 3;) {
    const loading = () => [...pending].map((request) => request.url())
    await expect.poll(loading, { message: 'the page still loads', intervals: [25] }).toEqual([])
    const before = visited.asked
    await endAnimations(page)
    await page.evaluate(() => new Promise((rest) => requestIdleCallback(rest)))
    rests = visited.asked === before ? rests + 1 : 0
  }
}
