import { metricNames } from '../../src/contract/index.ts'
import { expect, row, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'
import { monitorId } from '../samples.ts'

const hour = 3_600_000
const name = 'Home, three locations'

/** Lets all samples of some half hours fail without any value: `ago` is when they begin, in hours before now. */
async function fail(mock: Mock & { clock: { now(): number } }, ago: readonly number[]): Promise<string> {
  const { db } = mock.service.services.database
  const id = await monitorId(mock, name)
  for (const hours of ago) {
    const from = mock.clock.now() - hours * hour
    const failed = { sample_type: 3, metrics: JSON.stringify(metricNames.map(() => null)) }
    await db
      .updateTable('samples')
      .set(failed)
      .where('monitor_id', '=', id)
      .where('taken_at', '>=', from)
      .where('taken_at', '<', from + hour / 2)
      .execute()
  }
  return id
}

const lcp = /^Largest contentful paint/

test('a round without an answer breaks the lines, is marked, and is in the table', async ({ page, mock, signIn }) => {
  // a lone value between two of them
  const id = await fail(mock, [20, 18])
  await signIn('account', `/monitors/${id}`)
  const chart = page.getByRole('img', { name: lcp })
  await expect(chart.locator('[data-failed=critical]')).toHaveCount(2)
  const frankfurt = '[style*="--sp-series-1"]'
  await expect(chart.locator(`path${frankfurt}`)).toHaveCount(3)
  await expect(page.getByText('Failed, critical')).toBeVisible()
  await page.getByRole('region', { name: lcp }).getByRole('button', { name: 'Table' }).click()
  await expect(row(page, '12 of 12 samples failed')).toHaveCount(2)
  await expect(row(page, '12 of 12 samples failed').first()).toContainText('no value')
})

test('a round in which some failed has a value and a mark', async ({ page, mock, signIn }) => {
  const { db } = mock.service.services.database
  const id = await fail(mock, [])
  const failed = { sample_type: 2, metrics: JSON.stringify(metricNames.map(() => null)) }
  const of = db.updateTable('samples').set(failed).where('monitor_id', '=', id)
  await of.where('location', '=', 'Tokyo').execute()
  await signIn('account', `/monitors/${id}?by=view`)
  const chart = page.getByRole('img', { name: lcp })
  await expect(chart.locator('[data-failed=error]').first()).toBeVisible()
  await chart.hover()
  await expect(page.getByText('4 of 12 samples failed')).toBeVisible()
})

test('the explorer shows samples that failed at their time', async ({ page, mock, signIn }) => {
  const id = await fail(mock, [20])
  await signIn('account', `/samples?profile=${id}&range=24h&metric=load`)
  const chart = page.getByRole('application', { name: /^Load over time/ })
  await expect(page.getByText(/samples, \d+ without a value that counts/)).toBeVisible()
  await chart.focus()
  await page.keyboard.press('Home')
  const tip = page.getByRole('status').filter({ hasText: /2026/ })
  for (let i = 0; i < 60 && !(await tip.textContent())?.includes('no value'); i++) {
    await page.keyboard.press('ArrowRight')
  }
  await expect(tip).toContainText(/no value, critical/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sample=/)
})
