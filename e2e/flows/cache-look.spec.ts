import { createHash } from 'node:crypto'
import { expect, expectAccessible, expectNoSidewaysScroll, expectReadable, preferTheme, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const host = 'www.fjordbikes.example'

async function siteId({ service }: Mock): Promise<string> {
  const { id } = await service.services.database.db
    .selectFrom('sites')
    .select('id')
    .where('host', '=', host)
    .executeTakeFirstOrThrow()
  return id
}

test('shows what the edge has stored of an address and below a path, which is purged and purged again', async ({
  page,
  mock,
  signIn,
}) => {
  const edge = await mock.edge()
  await edge.visit(host, '/bikes')
  await edge.visit(host, '/cart')
  await signIn('account', `/sites/${await siteId(mock)}/cache`)
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill('/bikes')
  await address.press('Enter')
  await expect(page.getByText(/: Stored on the edge node\./)).toBeVisible()
  const table = page.getByRole('table', { name: /^Stored of/ })
  await expect(table.getByRole('row').filter({ hasText: 'Frankfurt' })).toContainText(/Fresh · 200/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await preferTheme(page, 'dark')
  await expectReadable(page)
  await preferTheme(page, 'light')
  await page.setViewportSize({ width: 1280, height: 720 })
  // the view can be shared
  await expect(page).toHaveURL(/look=%2Fbikes/)
  await page.reload()
  await expect(page.getByText(/: Stored on the edge node\./)).toBeVisible()
  await expect(address).toHaveValue('/bikes')

  await address.fill(`${host}/cart`)
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  await expect(page.getByText(/The last answer \(200\) wasn’t kept, because its headers say “no-store”/)).toBeVisible()
  await address.fill('/unvisited')
  await address.press('Enter')
  await expect(
    page.getByText('Not stored: nobody has asked this node for it lately, or it was removed since.'),
  ).toBeVisible()
  await expect(address).toBeFocused()
  await edge.visit(host, '/unvisited')
  await page.getByRole('button', { name: 'Look up again' }).click()
  await expect(table.getByRole('row').filter({ hasText: 'Frankfurt' })).toContainText('Fresh')
  await expect(page.getByRole('button', { name: 'Look up again' })).toBeFocused()
  // the field follows the address of the page
  await page.goBack()
  await expect(address).toHaveValue(/\/cart$/)
  await test.step('everything below a path is checked, purged, and purged again', async () => {
    for (const path of ['/bikes/trail', '/bikes/city', '/stores']) await edge.visit(host, path)
    await page.getByRole('radio', { name: 'Below a path' }).click()
    await expect(page).toHaveURL(/purge=below/)
    const check = page.getByRole('button', { name: 'Check path 1' })
    // until then, the line is for an address
    await expect(check).toBeVisible()
    await page.getByRole('textbox', { name: 'Path 1' }).fill('/bikes/')
    await check.click()
    const lines = page.getByRole('list', { name: 'Paths to purge' }).getByRole('listitem')
    await expect(lines).toContainText('Matches 2 of 5 stored addresses, such as /bikes/')
    await page.getByRole('radio', { name: 'Pattern' }).click()
    await page.getByRole('combobox', { name: 'How pattern 2 is compared' }).selectOption('Regular expression')
    await page.getByRole('textbox', { name: 'Pattern 2' }).fill('^/sto(')
    await expect(lines.nth(1)).toContainText('This isn’t a regular expression')
    await expectAccessible(page)
    await preferTheme(page, 'dark')
    await expectReadable(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('textbox', { name: 'Pattern 2' }).fill('^/sto.*s$')
    await page.getByRole('button', { name: 'Purge 2 patterns' }).click()
    await expect(page.getByText(/^All 2 items purged in/)).toBeVisible()
    await expect(lines.getByText('Purged on 1 of 1 node')).toHaveCount(2)
    const proof = page.getByRole('table', { name: 'Stored before and after, by edge node' }).getByRole('row')
    await expect(proof.filter({ hasText: '/bikes/*' })).toContainText(/2 of 5\/bikes\/.*none left/)
    await expect(proof.filter({ hasText: '^/sto.*s$' })).toContainText(/1 of 5\/stores.*none left/)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const { service } = mock
    const { db } = service.services.database
    const { items } = await db.selectFrom('cache_orders').select('items').executeTakeFirstOrThrow()
    expect(JSON.parse(items ?? '')).toEqual([
      { pattern: { operator: 'PREFIX', text: '/bikes/', type: null } },
      { pattern: { operator: 'REGEX', text: '^/sto.*s$', type: null } },
    ])
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('button', { name: /Purge again….*\/bikes\/\* and 1 more/ }).click()
    await expect(page.getByRole('button', { name: 'Purge 2 patterns' })).toBeFocused()
    await page.getByRole('button', { name: 'Check pattern 2' }).click()
    await expect(lines.nth(1)).toContainText('Matches none of 2 stored addresses.')
  })
})

test('a purge is proved: stored, gone, and stored again; and a flush by examples', async ({ page, mock, signIn }) => {
  const edge = await mock.edge()
  const visit = async (path: string) => (await edge.visit(host, path)).text
  const stores = await visit('/stores')
  await visit('/bikes')
  await signIn('account', `/sites/${await siteId(mock)}/cache?look=/bikes`)
  await page.getByRole('textbox', { name: 'Path 1' }).fill('/bikes')
  await page.getByRole('button', { name: 'Add path' }).click()
  await page.getByRole('textbox', { name: 'Path 2' }).fill('/cart')
  await page.getByRole('button', { name: 'Purge 2 paths' }).click()
  await expect(page.getByRole('list', { name: 'Paths to purge' }).getByText('Purged on 1 of 1 node')).toHaveCount(2)
  const proof = page.getByRole('table', { name: 'What the purge did' })
  const bikes = proof.getByRole('row').filter({ hasText: '/bikes' }).getByRole('cell')
  await expect(bikes.nth(0)).toContainText(/HIT\w{6}.*old/)
  await expect(bikes.nth(1)).toContainText('MISS')
  await expect(bikes.nth(2)).toContainText(/HIT\w{6}.*age\s\d+\ss/)
  // the server's answers are numbered
  await expect(bikes.nth(3)).toContainText('New version')
  const cart = proof.getByRole('row').filter({ hasText: '/cart' }).getByRole('cell')
  await expect(cart.nth(0)).toContainText('MISS')
  await expect(cart.nth(2)).toContainText(/MISS.*“no-store”/)
  await expect(page.getByText('1 purged and stored again, 1 never stored.')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(bikes.nth(3)).toContainText('New version')
  // the command beside it prints the hash of the proof
  await page.getByText('By edge node').click()
  const hash = createHash('sha256')
    .update(await visit('/bikes'))
    .digest('hex')
  await expect(page.getByTitle(hash, { exact: true })).toBeVisible()
  await expectAccessible(page)
  // once for the visitor, and once for the visit
  expect(edge.origin.asked.filter((one) => one === `GET ${host}/bikes`)).toHaveLength(2)
  expect(await visit('/stores')).toBe(stores)

  await page.getByRole('button', { name: 'Flush cache…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Flush cache' }).click()
  await expect(page.getByText('Cache flushed')).toBeVisible()
  await expect(page.getByText(/Not every address can be looked at, so these are examples/)).toBeVisible()
  // with those that were purged before
  await expect(proof.getByRole('row')).toHaveCount(6)
  await expect(page.getByText('1 purged and stored again, 3 newly stored, 1 never stored.')).toBeVisible()
  await expect(page.getByText(/Stopping doesn’t undo/)).toHaveCount(0)
  await expect(page.getByText(/leaves the cache within seconds/)).toHaveCount(0)
  // the look was older than the flush
  await expect(page.getByRole('region', { name: 'Look up in the cache' })).toContainText('Fresh')
  expect(await visit('/stores')).not.toBe(stores)
})
