import { expect, expectAccessible, heading, row, siteIn, test } from '../fixtures.ts'
import { setSiteState } from '../../src/service/sites/index.ts'
import type { Page } from '@playwright/test'

const marks = (page: Page) => page.getByRole('list', { name: 'Changes' }).first().getByRole('listitem')
const changes = (page: Page) => page.getByRole('table', { name: 'Changes' }).getByRole('row')

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

  await test.step('a mark leads to the changes of its time', async () => {
    await marks(page).last().hover()
    await expect(page.getByRole('tooltip')).toContainText('active → transparent')
    await marks(page).last().getByRole('link').press('Enter')
    await expect(heading(page, 'What changed')).toBeVisible()
    await expect(page).toHaveURL(/\/changes\?site=.*&from=2026-11-21/)
    await expect(row(page, 'active → transparent')).toContainText('Account holder')
    await expect(row(page, 'transparent → proxy only')).toContainText('Service operator')
    await expect(row(page, 'active → transparent').getByRole('link', { name: host })).toBeVisible()
    await expect(row(page, 'Exceptions changed')).toHaveCount(0)
  })
})

test('the filters are in the address', async ({ page, mock, signIn }) => {
  await signIn('partner', `/accounts/${mock.account.id}/changes`)
  await expect(heading(page, 'What changed')).toBeVisible()
  await expect(page.getByRole('link', { name: 'What changed' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('combobox', { name: 'Kind of change' }).selectOption('States')
  await page.getByRole('combobox', { name: 'Who' }).selectOption('DNS')
  await expect(page).toHaveURL(/\?group=states&who=dns$/)
  await expect(changes(page)).toHaveCount(2)
  await expect(row(page, 'DNS no longer points to the service: active → off')).toContainText('off.fjordbikes.example')
  await page.reload()
  await expect(changes(page)).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Site' }).selectOption('www.fjordbikes.example')
  await expect(page.getByText('No changes match these filters')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all changes' }).click()
  await expect(page).toHaveURL(/\/changes$/)
  await page.getByRole('radio', { name: '24 h' }).click({ force: true })
  await expect(page).toHaveURL(/\?range=24h$/)
  await expect(row(page, 'proxy only')).toContainText('Service operator')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('changes-2026-11-21.csv')
  await expect(page.getByText(/^Exported \d+ changes\.$/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10')
  await page.getByRole('radio', { name: '30 d' }).click({ force: true })
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/per_page=10&page=2|page=2&per_page=10/)
  await expect(page.getByText(/^11–/)).toBeVisible()
})

test('paths of a purge can be seen, and a deleted site keeps its changes', async ({ page, mock, signIn }) => {
  const { id } = await siteIn(mock, 'preview')
  const { db } = mock.service.services.database
  await signIn('account', '/changes?group=cache')
  await page
    .getByText(/^[2-9] paths purged$/)
    .first()
    .click()
  await expect(page.getByRole('listitem').filter({ hasText: /^\// }).first()).toBeVisible()
  await db.updateTable('sites').set({ account_id: null, state: 'deleted' }).where('id', '=', id).execute()
  await page.goto(`/changes?site=${id}&from=2026-01-01T00:00:00Z&to=2026-11-21T10:00:00Z`)
  await expect(page.getByRole('combobox', { name: 'Site' }).locator('option:checked')).toHaveText('A deleted site')
  await expect(row(page, 'Site created')).toContainText('preview.fjordbikes.example')
  await expect(row(page, 'Site created').getByRole('link')).toHaveCount(0)
})

test('a monitor’s chart marks what changed of it and of its site', async ({ page, mock, signIn }) => {
  const { id } = await mock.service.services.database.db
    .selectFrom('monitors')
    .select('id')
    .where('name', '=', 'Checkout on 3G')
    .executeTakeFirstOrThrow()
  await signIn('account', `/monitors/${id}`)
  await expect(marks(page).filter({ hasText: 'Checkout on 3G: Monitor changed: connections, schedule' })).toBeAttached()
  await expect(marks(page).filter({ hasText: 'Exceptions changed' })).toBeAttached()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(marks(page).filter({ hasText: 'Checkout on 3G: Monitor paused (Account holder)' })).toBeAttached()
})
