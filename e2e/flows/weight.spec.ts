import type { Page, Request } from '@playwright/test'
import { expect, heading, siteIn, test } from '../fixtures.ts'

/** Records the page's scripts and style sheets from now on. The result reads their compressed sizes in kB. */
function watchWeight(page: Page): () => Promise<Record<string, number>> {
  const requests: Request[] = []
  page.on('requestfinished', (request) => {
    if (/\.(?:js|css)$/.test(new URL(request.url()).pathname)) requests.push(request)
  })
  return async () => {
    const size = async (request: Request) => (await request.sizes()).responseBodySize / 1000
    const sizes = await Promise.all(requests.map(async (it) => [new URL(it.url()).pathname, await size(it)] as const))
    return Object.fromEntries(sizes)
  }
}

const total = (sizes: Record<string, number>) => Object.values(sizes).reduce((sum, size) => sum + size, 0)

test('the account list weighs at most 182.4 kB, and with a site page and its charts at most 307.5 kB', async ({
  page,
  mock,
  signIn,
}) => {
  const readSizes = watchWeight(page)
  await signIn('partner')
  await page.waitForLoadState('networkidle')
  const list = await readSizes()
  expect(total(list)).toBeGreaterThan(100)
  expect(total(list)).toBeLessThanOrEqual(182.4)

  const site = await siteIn(mock, 'active')
  await page.getByRole('searchbox', { name: /search/i }).fill('fjord')
  await page.getByRole('link', { name: 'Fjord Bikes', exact: true }).click()
  await page.getByRole('link', { name: site.host, exact: true }).click()
  await expect(heading(page, site.host)).toBeVisible()
  await expect(page.locator('.recharts-surface').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const all = await readSizes()
  expect(Object.keys(all)).toEqual(expect.arrayContaining(Object.keys(list)))

  const files = await test.step('the site page comes in a few files', async () => {
    const readFiles = watchWeight(page)
    await page.reload()
    await expect(page.locator('.recharts-surface').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const names = Object.keys(await readFiles())
    expect(names.length).toBeGreaterThan(5)
    expect(names.length).toBeLessThanOrEqual(18)
    return names
  })
  const isOfBoth = (name: string) => name in list || files.includes(name)
  const both = total(Object.fromEntries(Object.entries(all).filter(([name]) => isOfBoth(name))))
  const more = both - total(list)
  // the account's sites, on the way from one to the other
  const between = total(all) - both
  const sizes = [total(list), more, between].map((size) => size.toFixed(0))
  test.info().annotations.push({ type: 'kB', description: sizes.join(' + ') })
  expect(more).toBeGreaterThan(50)
  expect(both).toBeLessThanOrEqual(307.5)
  expect(between).toBeGreaterThan(1)
  expect(between).toBeLessThanOrEqual(15)
})
