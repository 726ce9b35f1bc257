import type { Page } from '@playwright/test'
import { expect, heading, siteIn, test } from '../fixtures.ts'

const maxTabs = 60

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox' | 'radio', name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) }).first()
  await expect(target).toBeVisible()
  for (let i = 0; i < maxTabs; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${role} ${String(name)} is not reached with the Tab key`)
}

test('a partner and an account holder work with the keyboard alone', async ({ page, mock, signIn }) => {
  await test.step('sign in, create an account, search, switch the account, change its email', async () => {
    await page.goto('/sign-in?by=key')
    await tabTo(page, 'textbox', 'Partner or account ID')
    await page.keyboard.type(mock.partner.id)
    await tabTo(page, 'textbox', /API key/)
    await page.keyboard.type(mock.partner.key)
    await page.keyboard.press('Enter')
    await expect(heading(page, /^(Fleet|Accounts)$/)).toBeVisible()
    await tabTo(page, 'link', 'Create account')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Create account')).toBeFocused()
    await tabTo(page, 'textbox', 'Email')
    await page.keyboard.type('keys@polar.example')
    await tabTo(page, 'textbox', 'Site')
    await page.keyboard.type('www.polar.example')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Account created')).toBeFocused()
    await tabTo(page, 'link', 'Open account')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'www.polar.example', exact: true })).toBeVisible()
    await tabTo(page, 'link', 'Accounts')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Accounts')).toBeFocused()
    const search = page.getByRole('searchbox', { name: /search/i })
    await expect(search).toBeVisible()
    // what listens for keys begins right after the field is painted
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })))
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('fjord')
    await expect(page).toHaveURL(/search_term=fjord/)
    await tabTo(page, 'link', 'Fjord Bikes')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Fjord Bikes')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await tabTo(page, 'button', 'Switch account')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Search accounts' })).toBeFocused()
    await page.keyboard.type('bergmann')
    await expect(page.getByRole('listbox', { name: 'Accounts' }).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Bergmann Optik')).toBeFocused()
    await tabTo(page, 'link', 'Account details')
    await page.keyboard.press('Enter')
    await tabTo(page, 'link', 'Change email')
    await page.keyboard.press('Enter')
    await tabTo(page, 'textbox', 'New email')
    await page.keyboard.type('optik@bergmann.example')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Email changed to optik@bergmann.example')).toBeVisible()
  })

  await test.step('from the palette to a site in maintenance', async () => {
    const { id, host } = await siteIn(mock, 'active')
    await signIn('account')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
    await page.keyboard.type(host)
    await expect(page.getByRole('dialog').getByRole('option', { name: host, exact: true })).toBeVisible()
    // the best match is already selected
    await page.keyboard.press('Enter')
    await expect(heading(page, host)).toBeVisible()
    await tabTo(page, 'link', 'Optimizer')
    await page.keyboard.press('Enter')
    await tabTo(page, 'button', 'Start maintenance…')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: `Type ${host} to confirm` })).toBeFocused()
    await page.keyboard.type(host)
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Maintenance started\./)).toBeVisible()
    const { state } = await mock.service.services.database.db
      .selectFrom('sites')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(state).toBe('maintenance')
  })
})
