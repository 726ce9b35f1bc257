import type { Page, Request } from '@playwright/test'
import { expect, flowStart } from '../fixtures.ts'
import { test as readOnly } from '../read-only.ts'

/** With a phone of its own, as Lighthouse has it. */
const test = readOnly.extend({
  page: async ({ browser, world }, use) => {
    const viewport = { width: 412, height: 823 }
    const page = await browser.newPage({ baseURL: world.url, viewport, hasTouch: true, isMobile: true })
    await page.clock.setFixedTime(flowStart)
    // where the session can be kept before the dashboard loads
    await page.goto('/config.json')
    await use(page)
    await page.close()
  },
})

/** The ends of words move a little when a font arrives; anything that moves down a line exceeds this by far. */
const unnoticed = 0.01

for (const [role, path] of [
  ['account', '/sites'],
  ['account', '/sites/{site}'],
  ['account', '/incidents'],
  ['partner', '/'],
  ['partner', '/accounts'],
  ['partner', '/accounts/{account}/sites/{site}'],
] as const) {
  test(`nothing moves while the ${role}’s ${path} loads, nor when its font arrives late`, async ({ page, signIn }) => {
    await signIn(role, path)
    await watchShifts(page)
    const font = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await font.promise
      await route.continue()
    })
    const open = new Set<Request>()
    page.on('request', (request) => void (request.url().includes('/api/') && open.add(request)))
    page.on('requestfinished', (request) => void open.delete(request))
    page.on('requestfailed', (request) => void open.delete(request))
    // the document isn't loaded before its font is
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
    await expect.poll(() => [...open].map((request) => request.url())).toEqual([])
    expect(await shiftsOf(page), 'while it loads').toEqual([])
    font.resolve()
    await page.evaluate(() => document.fonts.ready)
    // it is painted, and what that moved is reported
    for (let i = 0; i < 2; i++) await page.evaluate(() => new Promise(requestAnimationFrame))
    // without Arial and Liberation Sans, the machine's own font stands in
    const hasStandIn = await page.evaluate(() =>
      document.fonts.load('400 20px "Inter Fallback"').then(
        (faces) => faces.some(({ status }) => status === 'loaded'),
        () => false,
      ),
    )
    if (hasStandIn) expect(await shiftsOf(page), 'when the font arrives').toEqual([])
  })
}

declare global {
  var shifts: { readonly value: number; readonly moved: readonly string[] }[]
}

/** A layout shift, as browsers report it and TypeScript doesn't know it. */
type LayoutShift = PerformanceEntry & {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        globalThis.shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What moved so that a reader would notice. */
const shiftsOf = (page: Page) =>
  page.evaluate((least) => globalThis.shifts.filter(({ value }) => value > least), unnoticed)
