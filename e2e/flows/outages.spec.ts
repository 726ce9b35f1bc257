import { metricNames } from '../../src/contract/index.ts'
import { expect, test } from '../fixtures.ts'
import { monitorId } from '../samples.ts'

test('the explorer shows samples that failed at their time', async ({ page, mock, signIn }) => {
  const id = await monitorId(mock, 'Home, three locations')
  const from = mock.clock.now() - 20 * 3_600_000
  await mock.service.services.database.db
    .updateTable('samples')
    .set({ sample_type: 3, metrics: JSON.stringify(metricNames.map(() => null)) })
    .where('monitor_id', '=', id)
    .where('taken_at', '>=', from)
    .where('taken_at', '<', from + 1_800_000)
    .execute()
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
