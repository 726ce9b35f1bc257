import type { Locator, Page } from '@playwright/test'
import { expect, heading, pressUnlessShown, siteIn, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const db = (mock: Mock) => mock.service.services.database.db

/** Presses `send` while the service refuses the key, then signs in again on the page that appears. */
async function whileRefused(page: Page, mock: Mock, role: 'partner' | 'account', send: Locator) {
  const grant = (granted: number) =>
    db(mock).updateTable('partners').set({ granted }).where('id', '=', mock.partner.id).execute()
  const { key_hash } = await db(mock)
    .selectFrom('accounts')
    .select('key_hash')
    .where('id', '=', mock.account.id)
    .executeTakeFirstOrThrow()
  const setHash = (hash: string) =>
    db(mock).updateTable('accounts').set({ key_hash: hash }).where('id', '=', mock.account.id).execute()
  await (role === 'partner' ? grant(0) : setHash('another'))
  await pressUnlessShown(send, heading(page, 'Sign in'))
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(/sign in/i)
  await (role === 'partner' ? grant(1) : setHash(key_hash))
  await page.getByLabel('API key').fill(mock[role].key)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const restoredNotice = (page: Page) => page.getByText('What you entered before is back.')

const storedDrafts = (page: Page) =>
  page.evaluate(() => Object.entries(sessionStorage).filter(([name]) => /draft/.test(name)))

test('the new account form is restored after the key was refused', async ({ page, mock, signIn }) => {
  await signIn('partner', '/accounts/new')
  await page.getByRole('textbox', { name: 'Email' }).fill('nina@polar.example')
  await page.getByRole('textbox', { name: 'Company' }).fill('Polar Tents')
  await page.getByRole('textbox', { name: 'Site', exact: true }).fill('www.polar.example')
  await page.getByRole('combobox', { name: 'Plan' }).selectOption('paid')
  await page.getByRole('checkbox', { name: /certificate/ }).check()
  await whileRefused(page, mock, 'partner', page.getByRole('button', { name: 'Create account' }))
  await expect(heading(page, 'Create account')).toBeVisible()
  await expect(restoredNotice(page)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('nina@polar.example')
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Polar Tents')
  await expect(page.getByRole('textbox', { name: 'Site', exact: true })).toHaveValue('www.polar.example')
  await expect(page.getByRole('combobox', { name: 'Plan' })).toHaveValue('paid')
  await expect(page.getByRole('checkbox', { name: /certificate/ })).toBeChecked()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(heading(page, 'Account created')).toBeVisible()
  await page.getByRole('button', { name: 'Create another' }).click()
  await expect(heading(page, 'Create account')).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('')
  await expect(restoredNotice(page)).toHaveCount(0)
  expect(await storedDrafts(page)).toEqual([])
})

test('rows to purge are restored after the key was refused', async ({ page, mock, signIn }) => {
  const site = await siteIn(mock, 'active')
  await signIn('account', `/sites/${site.id}/cache`)
  await page.getByRole('textbox', { name: 'Path, row 1' }).fill('/sale.html')
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByRole('textbox', { name: 'Path, row 2' }).fill('/assets/app')
  await page.getByRole('combobox', { name: 'Type, row 2' }).selectOption('css')
  await page.getByRole('combobox', { name: 'Profile' }).selectOption({ label: 'Campaign' })
  await whileRefused(page, mock, 'account', page.getByRole('button', { name: 'Purge 2' }))
  await expect(restoredNotice(page)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Path, row 1' })).toHaveValue('/sale.html')
  await expect(page.getByRole('textbox', { name: 'Path, row 2' })).toHaveValue('/assets/app')
  await expect(page.getByRole('combobox', { name: 'Type, row 2' })).toHaveValue('css')
  await expect(page.getByRole('combobox', { name: 'Profile' }).locator('option:checked')).toHaveText('Campaign')
  await page.getByRole('button', { name: 'Purge 2' }).click()
  await expect(page.getByText('2 paths accepted.')).toBeVisible()
  // accepted rows are no longer stored
  expect(await storedDrafts(page)).toEqual([])
})

test('an alert rule is restored after the key was refused, new or changed', async ({ page, mock, signIn }) => {
  const name = page.getByRole('textbox', { name: 'Name' })
  const channel = page.getByRole('combobox', { name: 'Send by' })
  const address = page.getByRole('textbox', { name: 'Address' })
  const slow = page.getByRole('checkbox', { name: 'Slow' })
  const create = page.getByRole('button', { name: 'Create rule' })
  await signIn('account', '/alerts/new')
  await name.fill('Chat')
  await channel.selectOption('Webhook')
  await address.fill('https://hooks.example/chat')
  await slow.check({ force: true })
  await whileRefused(page, mock, 'account', create)
  await expect(restoredNotice(page)).toBeVisible()
  await expect(name).toHaveValue('Chat')
  await expect(address).toHaveValue('https://hooks.example/chat')
  await expect(slow).toBeChecked()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(name).toHaveValue('')
  await expect(slow).not.toBeChecked()
  await expect(restoredNotice(page)).toHaveCount(0)
  expect(await storedDrafts(page)).toEqual([])
  await name.fill('Chat')
  await create.click()
  await expect(heading(page, 'Alerts')).toBeVisible()
  expect(await storedDrafts(page)).toEqual([])

  await page.getByRole('link', { name: 'Chat' }).click()
  await expect(heading(page, 'Chat')).toBeVisible()
  await expect(restoredNotice(page)).toHaveCount(0)
  await name.fill('Team chat')
  await page.reload()
  await expect(restoredNotice(page)).toBeVisible()
  await expect(name).toHaveValue('Team chat')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(heading(page, 'Alerts')).toBeVisible()
  expect(await storedDrafts(page)).toEqual([])
})
