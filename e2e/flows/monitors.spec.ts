import { selectPart } from '../charts.ts'
import { expect } from '../fixtures.ts'
import { test } from '../read-only.ts'
import { monitorId } from '../samples.ts'

test('a monitor zooms to a range selected in its chart, and opens the samples of it', async ({ page, signIn }) => {
  await signIn('account', '/monitors/{monitor}?metric=load')
  const chart = page.getByRole('img', { name: /^Load, p75 by location/ })
  await selectPart(page, chart, /^Frankfurt: /, 0.6, 0.8)
  await expect(page).toHaveURL(/\/monitors\/.*metric=load&from=2026-11-.*&to=2026-11-/)
  await expect(chart).toHaveAttribute('aria-label', /^Load, p75 by location, over \d+ Nov 2026, \d\d:\d\d to /)
  await page.getByRole('link', { name: 'Samples of this range' }).click()
  await expect(page).toHaveURL(/samples\?profile=.*metric=load&from=2026-11-/)
  await page.goBack()
  await page.getByRole('button', { name: 'Show the last 48 hours' }).click()
  await expect(chart).toHaveAttribute('aria-label', /over the last 48 hours$/)
})

test('a monitor counts the issues of the latest samples, and of all on request', async ({ page, mock, signIn }) => {
  await signIn('account', `/monitors/${await monitorId(mock, 'Missing page')}?range=7d`)
  const issues = page.getByRole('table', { name: 'Issues by code' })
  await expect(page.getByText(/^in the latest \d+ of \d+ samples with issues$/)).toBeVisible()
  const some = await issues.getByRole('row').nth(1).getByRole('cell').nth(2).innerText()
  await page.route(/\/samples\?/, () => {})
  await page.getByRole('button', { name: /^Count all \d+$/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute(/\/samples\?/)
  await page.getByRole('button', { name: /^Count all \d+$/ }).click()
  await expect(page.getByText(/^in \d+ samples from the last 7 days$/)).toBeVisible()
  const all = await issues.getByRole('row').nth(1).getByRole('cell').nth(2).innerText()
  expect(Number(all)).toBeGreaterThan(Number(some))
  await page.getByRole('link', { name: 'All samples' }).click()
  await expect(page.getByText('Missing page · all locations')).toBeVisible()
  await page.goBack()
  await issues.getByRole('link', { name: 'Client error (4xx)' }).click()
  await expect(page).toHaveURL(/issue=http-4xx/)
  // as many as the monitor's page counted, in the same range
  await expect(page.getByRole('radio', { name: 'all' })).toHaveAccessibleName(`all ${all}`)
  await page.getByRole('button', { name: 'Remove Client error (4xx)' }).click()
  await expect(page).not.toHaveURL(/issue=/)
})
