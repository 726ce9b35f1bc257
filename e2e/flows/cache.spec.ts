import { expect } from '../fixtures.ts'
import { test } from '../read-only.ts'

test('a partner’s page says that only the account holder can flush or purge the cache', async ({
  page,
  ids,
  signIn,
}) => {
  await signIn('partner', '/accounts/{account}/sites/{site}/cache')
  await expect(page.getByText('Only the account holder can flush or purge the cache.')).toBeVisible()
  await page.getByRole('button', { name: 'Open as account holder' }).click()
  // the same page, there and back
  await expect(page.getByRole('complementary', { name: 'Opened as account holder' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`^[^/]+//[^/]+/sites/${ids.site}/cache$`))
  await expect(page.getByRole('button', { name: 'Flush cache…' })).toBeVisible()
  await page.getByRole('button', { name: 'Return to partner view' }).click()
  await expect(page.getByText('Only the account holder can flush or purge the cache.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/accounts/${ids.account}/sites/${ids.site}/cache$`))
})
