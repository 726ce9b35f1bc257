import { expect, heading } from '../fixtures.ts'
import { test } from '../read-only.ts'

for (const by of ['pointer', 'keyboard'] as const) {
  test(`the code and the data of a page are loaded once its link is aimed at, by ${by}`, async ({ page, signIn }) => {
    await signIn('account', '/sites')
    await page.waitForLoadState('networkidle')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    const link = page.getByRole('link', { name: 'Service IPs' })
    // its loader asks for them once all of its code is there
    const data = page.waitForEvent('requestfinished', (request) =>
      new URL(request.url()).pathname.endsWith('/ServiceIPs'),
    )
    await (by === 'pointer' ? link.hover() : link.focus())
    await data
    expect(loaded).toContainEqual(expect.stringMatching(/\/assets\/service-ips-.*\.js$/))
    loaded.length = 0
    await link.click()
    await expect(heading(page, 'Service IPs')).toBeVisible()
    expect(loaded.filter((path) => path.endsWith('.js') || path.endsWith('/ServiceIPs'))).toEqual([])
  })
}

test('while the server doesn’t answer, only a few pages are tried', async ({ page, signIn }) => {
  await signIn('account', '/sites')
  await page.waitForLoadState('networkidle')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveCount(11)
  const tried = new Set<string>()
  await page.route(/\/config\.json|\/assets\//, (route) => {
    const [, name] = /\/assets\/([a-z-]+)-[\w-]{8}\.js$/.exec(route.request().url()) ?? []
    if (name) tried.add(name)
    return route.abort()
  })
  const pages = [
    'incidents',
    'monitors',
    'tests',
    'samples',
    'changes',
    'alerts',
    'people',
    'keys',
    'service-ips',
    'account',
  ]
  for (const link of await links.all()) {
    await link.focus()
    // the page's own timers run in order, so one that is longer than a link has to be aimed at ends after that
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  }
  await expect.poll(() => pages.filter((name) => tried.has(name))).toHaveLength(4)
})
