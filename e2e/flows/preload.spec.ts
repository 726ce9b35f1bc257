import { expect, heading, test } from '../fixtures.ts'

for (const by of ['pointer', 'keyboard'] as const) {
  test(`the code and the data of a page are loaded once its link is aimed at, by ${by}`, async ({ page, signIn }) => {
    await signIn('account', '/sites')
    await page.waitForLoadState('networkidle')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    const link = page.getByRole('link', { name: 'Service IPs' })
    const code = page.waitForEvent('requestfinished', (request) => /\/assets\/service-ips-.*\.js$/.test(request.url()))
    await (by === 'pointer' ? link.hover() : link.focus())
    await code
    await page.waitForLoadState('networkidle')
    loaded.length = 0
    await link.click()
    await expect(heading(page, 'Service IPs')).toBeVisible()
    expect(loaded.filter((path) => path.endsWith('.js') || path.endsWith('/ips'))).toEqual([])
  })
}
