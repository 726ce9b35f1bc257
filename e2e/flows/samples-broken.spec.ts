import { expect, hurry, retryOnceMended, test } from '../fixtures.ts'
import { faults, list, monitorId, newestSamples, rename } from '../samples.ts'

test('a monitor that is gone is said to be, and can be taken out', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const gone = '01930000-7c1e-7000-8000-0123456789ab'
  await page.goto(`/samples?profile=${gone}&profile=${await monitorId(mock, 'Checkout on 3G')}`)
  await expect(page.getByRole('alert')).toContainText('The samples could not be read.')
  await page.getByRole('button', { name: `Remove ${gone}` }).click()
  await expect(list(page)).toBeVisible()
})

test('samples that cannot be read: the explorer says why, keeps what was chosen, and reads them on retry', async ({
  page,
  mock,
  signIn,
}) => {
  await hurry(page)
  await signIn('account', null)
  const of = await monitorId(mock, 'Checkout on 3G')
  const address = `/samples?range=24h&metric=load&profile=${of}`
  for (const [fault, words] of [...faults, ['fail-429.test', 'Try again in 3 seconds.']] as const) {
    await rename(mock, of, fault)
    await page.goto(address)
    await expect(page.getByRole('alert')).toContainText(words)
  }
  // only the percentiles: they are made of the points
  await retryOnceMended(page, () => rename(mock, of, 'fail-503.at-series.test'))
  await expect(list(page)).toBeVisible({ timeout: 15_000 })
  const percentiles = page.getByRole('alert').filter({ hasText: 'The percentiles could not be read' })
  await expect(percentiles).toContainText('The service cannot answer now.')
  await rename(mock, of, 'Checkout on 3G')
  await percentiles.getByRole('button', { name: 'Retry' }).click()
  await expect(percentiles).toHaveCount(0)
  await expect(page).toHaveURL(/range=24h&metric=load/)
})

test('a sample in the drawer, an export and a choice that fail say why, and go on once they can', async ({
  page,
  mock,
  signIn,
}) => {
  await hurry(page)
  const of = await monitorId(mock, 'Checkout on 3G')
  await signIn('account', `/samples?profile=${of}`)
  const dialog = page.getByRole('dialog')
  const alert = dialog.getByRole('alert')
  const faultsOf = [...faults.entries()]

  await expect(page.getByText('every sample as a point')).toBeVisible()
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
    await expect(dialog.getByText('Open the whole sample')).toBeVisible()
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
  expect((await saved).suggestedFilename()).toBe('samples.csv')
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

test('a sample that is not there, and ones that cannot be read', async ({ page, mock, signIn }) => {
  await hurry(page)
  await signIn('account', '/samples/01930000-7c1e-7000-8000-0123456789ab')
  await expect(page.getByRole('alert')).toContainText('There is no such sample here.')
  const [id = ''] = await newestSamples(mock, 'Checkout on 3G', 1)
  const of = await monitorId(mock, 'Checkout on 3G')
  for (const [fault, words] of faults) {
    await rename(mock, of, fault)
    await page.goto(`/samples/${id}`)
    await expect(page.getByRole('alert')).toContainText(words)
  }
  await retryOnceMended(page, () => rename(mock, of, 'Checkout on 3G'))
  await expect(page.getByRole('table', { name: /^Requests of/ })).toBeVisible()

  const [a, b, c] = faults
  await page.goto(`/samples/compare?id=${a[0]}&id=${b[0]}&id=${c[0]}&id=${id}`)
  for (const [i, [, words]] of faults.entries()) {
    const alert = page.getByRole('alert').filter({ hasText: `Sample ${'ABC'.charAt(i)} could not be read.` })
    await expect(alert).toContainText(words)
    await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Sample D' })).toBeVisible()
})
