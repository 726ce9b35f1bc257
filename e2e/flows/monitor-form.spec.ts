import type { Page } from '@playwright/test'
import { expect, heading, row, test } from '../fixtures.ts'

async function fillAddresses(page: Page, ...addresses: string[]): Promise<void> {
  await page.getByRole('textbox', { name: 'Addresses' }).fill(addresses.join('\n'))
}

test.describe('the form', () => {
  test('tells what it makes as one types, and the request without the key', async ({ page, mock, signIn }) => {
    await signIn('account', '/monitors/new')
    await fillAddresses(page, 'www.fjordbikes.example/sale')
    await page.getByRole('checkbox', { name: 'Frankfurt' }).check({ force: true })
    await page.getByRole('checkbox', { name: 'Tokyo · hnd1' }).check({ force: true })
    await page.getByRole('checkbox', { name: /^Cable/ }).check({ force: true })
    await page.getByRole('button', { name: '+ Own numbers' }).click()
    const own = page.getByRole('group', { name: /own numbers/ })
    await own.getByRole('textbox', { name: 'Down, Kbps' }).fill('400')
    await own.getByRole('textbox', { name: 'Up, Kbps' }).fill('400')
    await own.getByRole('textbox', { name: 'Latency, ms' }).fill('400')
    await page.getByRole('checkbox', { name: 'Chromium 150' }).check({ force: true })
    await page.getByRole('combobox', { name: 'Browser cache' }).selectOption('Empty, then full')
    await page.getByRole('textbox', { name: 'Every, minutes' }).fill('15')
    await expect(page.getByText('2 × 2 × 1 × 2 = 8')).toBeVisible()
    await expect(page.getByText(/= 8 samples every 15 min/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'The request' })).toContainText('"bandwidth_down": 400')
    await page.getByRole('radio', { name: 'curl' }).check({ force: true })
    const curl = page.getByRole('region', { name: 'The request' })
    await expect(curl).toContainText('SERVICE-API-KEY: $KEY')
    await expect(curl).not.toContainText(mock.account.key)
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await expect(heading(page, 'www.fjordbikes.example/sale')).toBeVisible()
    await expect(page.getByText('8 samples', { exact: true })).toBeVisible()
    await expect(row(page, 'Frankfurt').first()).toContainText(/ms|s/)
  })

  test('complains at the field, first what the contract knows, then what the service refuses', async ({
    page,
    signIn,
  }) => {
    await signIn('account', '/monitors/new')
    await page.getByRole('textbox', { name: 'Every, minutes' }).fill('5')
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await expect(page.getByText('Enter the address to check.')).toBeVisible()
    await expect(page.getByText('Must be at least 6 minutes.')).toBeVisible()
    await expect(page.getByText('2 fields need attention.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Addresses' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Every, minutes' }).fill('6')
    await expect(page.getByText('Must be at least 6 minutes.')).toHaveCount(0)

    await fillAddresses(page, 'ftp://a', 'b.example', 'b.example', `c.example/${'x'.repeat(200)}`, 'ftp://d')
    await expect(page.getByText('These are 4 addresses; 1 repeated one left out.')).toBeVisible()
    await page.getByRole('button', { name: 'Create 4 monitors' }).click()
    await expect(page.getByText(/Address 1, ftp:\/\/a: must be/)).toContainText(/Address 4, ftp:\/\/d: must be/)
    await expect(page.getByText(/^Address 3, .*: its name must be at most 200 characters\.$/)).toBeVisible()
  })

  test('a location that went out of service meanwhile is refused at the locations', async ({ page, mock, signIn }) => {
    await signIn('account', '/monitors/new')
    await fillAddresses(page, 'https://www.fjordbikes.example/')
    await page.getByRole('checkbox', { name: 'Tokyo · hnd1' }).check({ force: true })
    await mock.service.services.database.db.deleteFrom('runners').where('location', '=', 'Tokyo').execute()
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await expect(page.getByRole('group', { name: 'Locations' })).toContainText('Must be among Frankfurt, Virginia.')
    await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue('https://www.fjordbikes.example/')
  })

  test('makes one monitor an address, and keeps those that failed', async ({ page, signIn }) => {
    await signIn('account', '/monitors/new')
    await page.getByRole('radio', { name: 'HTTP' }).check({ force: true })
    await fillAddresses(page, 'https://one.example/', 'https://fail-500.test/', 'https://two.example/')
    await page.getByRole('button', { name: 'Create 3 monitors' }).click()
    await expect(page.getByText('2 of 3 created, 1 failed')).toBeVisible()
    await expect(row(page, 'https://fail-500.test/')).toContainText('failed')
    await expect(page.getByRole('link', { name: 'https://one.example/' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue('https://fail-500.test/')
    await fillAddresses(page, 'https://three.example/')
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await expect(heading(page, 'Monitors')).toBeVisible()
    await expect(page.getByRole('link', { name: 'three.example/', exact: true })).toBeVisible()
  })

  test('a reload keeps what was typed, but not the password; leaving asks first', async ({ page, signIn }) => {
    await signIn('account', '/monitors')
    await page.getByRole('link', { name: 'New monitor' }).click()
    await fillAddresses(page, 'https://kept.example/')
    await page.getByText('Headers, credentials, screenshots').click()
    await page.getByRole('textbox', { name: 'User name' }).fill('me')
    await page.getByLabel('Password', { exact: true }).fill('a secret')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue('https://kept.example/')
    await expect(page.getByRole('textbox', { name: 'User name' })).toHaveValue('me')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    await expect(page.getByText('It was not kept over the reload: type it again.')).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('a secret')
    const dialog = page.getByRole('dialog', { name: 'Leave this form?' })
    await page.getByRole('link', { name: 'Sites', exact: true }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue('https://kept.example/')
    await page.getByRole('link', { name: 'Sites', exact: true }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect(heading(page, 'Sites')).toBeVisible()
    await page.goto('/monitors/new')
    await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue('')
  })

  test('a clone is filled in like its model', async ({ page, signIn }) => {
    await signIn('account', '/monitors?search_term=webhook')
    await page.getByRole('link', { name: 'Orders webhook' }).click()
    await page.getByRole('link', { name: 'Clone' }).click()
    await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue('https://api.fjordbikes.example/orders')
    await expect(page.getByRole('combobox', { name: 'Method' })).toHaveValue('POST')
    await expect(page.getByRole('textbox', { name: 'Request body' })).toHaveValue('{"dry_run":true}')
    await page.getByRole('textbox', { name: 'Name' }).fill('Orders webhook, again')
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await expect(heading(page, 'Orders webhook, again')).toBeVisible()
  })
})

test.describe('without extensions', () => {
  test.use({ documentedOnly: true })

  test('locations and browsers are typed, and the chart is made of samples', async ({ page, signIn }) => {
    await signIn('account', '/monitors/new')
    await fillAddresses(page, 'https://typed.example/')
    await page.getByRole('textbox', { name: 'Locations' }).fill('Frankfurt\nVirginia')
    await page.getByRole('textbox', { name: 'Browsers' }).fill('Chromium 150')
    await expect(page.getByText('2 × 1 × 1 = 2')).toBeVisible()
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await expect(heading(page, 'typed.example/')).toBeVisible()
    await page.goto('/monitors?search_term=checkout')
    await page.getByRole('link', { name: 'Checkout on 3G' }).click()
    await expect(page.getByRole('img', { name: /^Largest contentful paint, p75 by location/ })).toBeVisible()
  })
})
