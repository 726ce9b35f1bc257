import { expect, shortenTimeouts, retryOnceFixed, test } from '../fixtures.ts'
import { faults, list, monitorId, newestSamples, rename } from '../samples.ts'

test('a monitor that no longer exists is reported and can be removed', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const gone = '01930000-7c1e-7000-8000-0123456789ab'
  await page.goto(`/samples?profile=${gone}&profile=${await monitorId(mock, 'Checkout on 3G')}`)
  await expect(page.getByRole('alert')).toContainText('Couldn’t load the samples.')
  await page.getByRole('button', { name: `Remove ${gone}` }).click()
  await expect(list(page)).toBeVisible()
})

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

test('the drawer, the export and the source dialog say why they fail and recover on retry', async ({
  page,
  mock,
  signIn,
}) => {
  await shortenTimeouts(page)
  const of = await monitorId(mock, 'Checkout on 3G')
  await signIn('account', `/samples?profile=${of}`)
  const dialog = page.getByRole('dialog')
  const alert = dialog.getByRole('alert')
  const faultsOf = [...faults.entries()]

  await expect(page.getByText('all in the chart')).toBeVisible()
  for (const [i, [fault, words]] of faultsOf) {
    await rename(mock, of, fault)
    await list(page)
      .getByRole('row')
      .nth(i + 1)
      .getByRole('button')
      .click()
    await expect(alert).toContainText(words)
    await rename(mock, of, 'Checkout on 3G')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog.getByText('Open full sample')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }

  await page.getByRole('button', { name: 'Export…' }).click()
  for (const [fault, words] of faults) {
    await rename(mock, of, fault)
    await dialog.getByRole('button', { name: /^(Export CSV|Retry)$/ }).click()
    await expect(alert).toContainText(words)
  }
  await rename(mock, of, 'Checkout on 3G')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^samples-\d{4}-\d\d-\d\d\.csv$/)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: '+ Monitor or test' }).click()
  const search = dialog.getByRole('searchbox')
  for (const [fault, words] of faults) {
    await search.fill(fault)
    await expect(alert.first()).toContainText(words)
  }
  await expect(alert.first().getByRole('button', { name: 'Retry' })).toBeVisible()
  await search.fill('3G')
  await expect(dialog.getByRole('checkbox', { name: /Checkout on 3G/ })).toBeChecked()
})

test('samples that don’t exist or can’t be loaded are reported', async ({ page, mock, signIn }) => {
  await shortenTimeouts(page)
  await signIn('account', '/samples/01930000-7c1e-7000-8000-0123456789ab')
  await expect(page.getByRole('alert')).toContainText('This sample wasn’t found.')
  const [id = ''] = await newestSamples(mock, 'Checkout on 3G', 1)
  const of = await monitorId(mock, 'Checkout on 3G')
  for (const [fault, words] of faults) {
    await rename(mock, of, fault)
    await page.goto(`/samples/${id}`)
    await expect(page.getByRole('alert')).toContainText(words)
  }
  await retryOnceFixed(page, () => rename(mock, of, 'Checkout on 3G'))
  await expect(page.getByRole('table', { name: /^Requests of/ })).toBeVisible()

  const [a, b, c] = faults
  await page.goto(`/samples/compare?id=${a[0]}&id=${b[0]}&id=${c[0]}&id=${id}`)
  for (const [fault, words] of faults) {
    const alert = page.getByRole('alert').filter({ hasText: `Couldn’t load sample ${fault}.` })
    // a request without an answer is repeated until it counts as failed
    await expect(alert).toContainText(words, { timeout: 90_000 })
    await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible()
  }
  // letters are for the samples that could be loaded
  await expect(page.getByRole('region', { name: 'Sample A' })).toBeVisible()
})
