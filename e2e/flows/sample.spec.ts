import { expect, expectAccessible, test } from '../fixtures.ts'
import { list, monitorId } from '../samples.ts'

test.describe('samples with unknown fields', () => {
  test.use({ unknownRecords: true })

  test('are shown in full', async ({ page, mock, signIn }) => {
    await signIn('account', `/samples?profile=${await monitorId(mock, 'Checkout on 3G')}`)
    await list(page).getByText('Full record (').first().click()
    await expect(list(page).getByText('zone').first()).toBeVisible()
    await list(page).getByRole('button', { name: 'time not reported' }).first().click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open full sample' }).click()
    await expect(page.getByRole('heading', { name: 'Other fields' })).toBeVisible()
    await expect(page.getByText('first byte')).toBeVisible()
    await page.mouse.move(0, 0)
    await expectAccessible(page)
  })
})
