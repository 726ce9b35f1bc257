import { expect, shortenTimeouts, retryOnceFixed, test } from '../fixtures.ts'
import { faults, list, monitorId, rename } from '../samples.ts'

test('samples that can’t be loaded are reported with the reason and load on retry, with the selection kept', async ({
  page,
  mock,
  signIn,
}) => {
  await shortenTimeouts(page)
  await signIn('account', null)
  const of = await monitorId(mock, 'Checkout on 3G')
  const address = `/samples?range=24h&metric=load&profile=${of}`
  for (const [fault, words] of [...faults, ['fail-429.test', 'Try again in 3 seconds.']] as const) {
    await rename(mock, of, fault)
    await page.goto(address)
    // several reads fail, and each may say so first
    await expect(page.getByRole('alert').first()).toContainText(words)
  }
  // only the percentiles fail, so they're calculated from the samples
  await retryOnceFixed(page, () => rename(mock, of, 'fail-503.at-series.test'))
  await expect(list(page)).toBeVisible({ timeout: 15_000 })
  const percentiles = page.getByRole('alert').filter({ hasText: 'Couldn’t load the percentiles' })
  await expect(percentiles).toContainText('The service cannot answer now.')
  await rename(mock, of, 'Checkout on 3G')
  await percentiles.getByRole('button', { name: 'Retry' }).click()
  await expect(percentiles).toHaveCount(0)
  await expect(page).toHaveURL(/range=24h&metric=load/)
})
