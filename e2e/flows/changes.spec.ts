import { expect, expectAccessible, heading, row, siteIn, test } from '../fixtures.ts'
import { setSiteState } from '../../src/service/sites/index.ts'
import type { Page } from '@playwright/test'

const marks = (page: Page) => page.getByRole('list', { name: 'Changes' }).first().getByRole('listitem')

test('changes are listed with who made them, and marked under the charts', async ({ page, mock, signIn }) => {
  const { id, host } = await siteIn(mock, 'active')
  await signIn('account', `/sites/${id}/optimizer`)
  await page.getByRole('button', { name: 'Go transparent' }).click()
  await expect(page.getByText(/^Now transparent\./)).toBeVisible()
  await setSiteState(mock.service.services.database, id, 'proxy only', mock.clock.now())

  const tabs = page.getByRole('navigation', { name: 'Site pages' })
  await tabs.getByRole('link', { name: 'Traffic' }).click()
  const latest = marks(page).last()
  await expect(latest).toContainText('21 Nov 2026, 10:00:00 UTC: State changed: active → transparent (Account holder)')
  await expect(latest).toContainText('State changed: transparent → proxy only (Service operator)')
  await tabs.getByRole('link', { name: 'Overview' }).click()
  await expect(marks(page).last()).toContainText('active → transparent (Account holder)')

  await tabs.getByRole('link', { name: 'Cache' }).click()
  await page.getByRole('button', { name: 'Flush cache…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Flush cache' }).click()
  await expect(page.getByText('Cache flushed')).toBeVisible()
  await tabs.getByRole('link', { name: 'Samples' }).click()
  await expect(page.getByText('www.fjordbikes.example · all locations')).toBeVisible()
  const mark = marks(page).filter({ hasText: '21 Nov 2026, 10:00:00 UTC' })
  await expect(mark).toContainText('Cache flushed (Account holder)')
  await tabs.getByRole('link', { name: 'Overview' }).click()

  await test.step('a mark leads to the changes of its time', async () => {
    await marks(page).last().hover()
    await expect(page.getByRole('tooltip')).toContainText('active → transparent')
    await marks(page).last().getByRole('link').press('Enter')
    await expect(heading(page, 'Activity')).toBeVisible()
    await expect(page).toHaveURL(/\/activity\?site=.*&from=2026-11-21/)
    await expect(row(page, 'active → transparent')).toContainText('Account holder')
    await expect(row(page, 'transparent → proxy only')).toContainText('Service operator')
    await expect(row(page, 'active → transparent').getByRole('link', { name: host })).toBeVisible()
    await expect(row(page, 'Exceptions changed')).toHaveCount(0)
  })
  await page.getByRole('combobox', { name: 'Kind of change' }).selectOption('Certificates')
  await expect(page.getByText('No changes match these filters')).toBeVisible()
  await expectAccessible(page)
})
