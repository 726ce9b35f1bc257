import { expect, expectAccessible, test } from '../fixtures.ts'
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

/** The paths of each order sent to the edge, or null for a flush. */
async function orders({ service }: Mock) {
  const rows = await service.services.database.db.selectFrom('cache_orders').selectAll().orderBy('id').execute()
  return rows.map(({ items, profile_id }) => ({ items: items && JSON.parse(items), profile: profile_id }))
}

test('38 paths are purged in three requests, and invalid ones stay', async ({ page, mock, signIn }) => {
  await signIn('account', `/sites/${await siteId(mock)}/cache`)
  await page.getByRole('button', { name: 'Paste paths or CSV…' }).click()
  const lines = [
    'domain,path,type',
    ...Array.from({ length: 36 }, (_, i) => `${host},/page/${i},`),
    `${host},/assets/app.css,`,
    ',/assets/app.js,',
    ',bikes/mountain,',
    'other.example,/,',
    `${host},/page/1,`,
    `${host},/page/1,banana`,
  ]
  const dialog = page.getByRole('dialog', { name: 'Paste paths or CSV' })
  await dialog.getByRole('textbox', { name: 'Paths' }).fill(lines.join('\n'))
  await expect(dialog.getByRole('status')).toHaveText('38 paths ready, 3 need fixing, 1 duplicate skipped.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add 41 paths' }).click()
  await expect(page.getByText('38 paths in 3 requests')).toBeVisible()
  const table = page.getByRole('list', { name: 'Paths to purge' })
  await expect(table.getByText('Not this site’s host.')).toBeVisible()
  await expect(table.getByText('This must be a path that begins with /.')).toBeVisible()
  await expect(table.getByText('Unknown type “banana”. Use page, css or js.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove path 41' }).click()
  await page.getByRole('button', { name: 'Purge 38 paths' }).click()
  await expect(page.getByText('38 paths sent.')).toBeVisible()
  const made = await orders(mock)
  expect(made.map(({ items }) => items.length)).toEqual([15, 15, 8])
  expect(made[2]?.items.slice(-2)).toEqual([{ condition: '/assets/app.css' }, { condition: '/assets/app.js' }])

  await page.getByRole('button', { name: 'Clear sent' }).click()
  await expect(page.getByRole('textbox', { name: /^Path/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.reload()
  // on a phone, the form is far above
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /Purge again….*38 paths/ }).click()
  await expect(page.getByText('38 paths in 3 requests')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Purge 38 paths' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Purge 38 paths' })).toBeInViewport()
})

test('a partner’s page says that only the account holder can flush or purge the cache', async ({
  page,
  mock,
  signIn,
}) => {
  await signIn('partner', `/accounts/${mock.account.id}/sites/${await siteId(mock)}/cache`)
  await expect(page.getByText('Only the account holder can flush or purge the cache.')).toBeVisible()
  await page.getByRole('button', { name: 'Open as account holder' }).click()
  // the same page, there and back
  await expect(page.getByRole('complementary', { name: 'Opened as account holder' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`^[^/]+//[^/]+/sites/${await siteId(mock)}/cache$`))
  await expect(page.getByRole('button', { name: 'Flush cache…' })).toBeVisible()
  await page.getByRole('button', { name: 'Return to partner view' }).click()
  await expect(page.getByText('Only the account holder can flush or purge the cache.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/accounts/${mock.account.id}/sites/${await siteId(mock)}/cache$`))
})
