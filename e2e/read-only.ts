import { beginSession, expect, homeOf, openAt, sessionKey, test as base } from './fixtures.ts'
import type { Ids } from './shared-world.ts'

/**
 * For flows that change nothing in the service: those of a worker share one world and one tab. Each starts with the tab
 * as if it were new, apart from what the browser has cached. In the address of a page, `{site}` stands for `ids.site`.
 */
export const test = base.extend({
  mock: async ({ world }, use) => use(world),
  page: async ({ tab, viewport }, use) => {
    await tab.context().clearCookies()
    // a document of the same origin that isn't the dashboard
    await tab.goto('/config.json')
    await tab.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
    await tab.setViewportSize(viewport ?? { width: 1280, height: 720 })
    await tab.emulateMedia({ media: null, colorScheme: 'light', forcedColors: null, reducedMotion: null })
    const changes: string[] = []
    tab.on('request', (request) => {
      if (!['GET', 'HEAD'].includes(request.method())) changes.push(`${request.method()} ${request.url()}`)
    })
    await use(tab)
    for (const event of ['request', 'requestfinished', 'requestfailed'] as const) tab.removeAllListeners(event)
    await tab.unrouteAll({ behavior: 'ignoreErrors' })
    expect(changes, 'a flow in the shared world must only read').toEqual([])
  },
  signIn: async ({ page, mock, ids }, use) => {
    await use(async (role, at = homeOf(role)) => {
      const begun = await beginSession(page, mock, role)
      await page.evaluate(([key, kept]) => sessionStorage.setItem(key, kept), [sessionKey, begun] as const)
      if (at !== null)
        await openAt(
          page,
          role,
          at.replaceAll(/\{(\w+)\}/g, (_, noun: keyof Ids) => ids[noun]),
        )
    })
  },
})
