import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectReadable, heading, openAccount, preferTheme } from '../fixtures.ts'
import { test } from '../read-only.ts'

/** Expects the page to pass axe in both themes. */
async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await preferTheme(page, 'dark')
  await expectReadable(page)
  await preferTheme(page, 'light')
}

test('overlays on a partner’s pages pass axe in both themes', async ({ page, signIn }) => {
  await signIn('partner')
  await test.step('the export in progress', async () => {
    await page.route('**/accounts?*per_page=100*', () => {})
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByRole('progressbar', { name: 'Accounts loaded' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('the command palette', async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
    await page.keyboard.type('fjord')
    await expect(page.getByRole('dialog').getByRole('option', { name: /^Fjord Bikes/ })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('keyboard help', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('the account switcher', async () => {
    await openAccount(page, 'Fjord Bikes')
    await page.getByRole('button', { name: 'Switch account' }).click()
    await expect(page.getByRole('listbox', { name: 'Accounts' }).getByRole('option').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
  })
  await test.step('the user menu', async () => {
    await page.getByRole('button', { name: /Nordhost/ }).click()
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
  })
  await test.step('the banners of an impersonated account and of an unreachable service', async () => {
    await page.getByRole('button', { name: 'Open as account holder' }).click()
    await expect(page.getByRole('complementary', { name: 'Opened as account holder' })).toBeVisible()
    await expect(heading(page, 'Sites')).toBeVisible()
    await page.route('**/api/**', (route) => route.abort())
    await page.keyboard.press('r')
    await expect(page.getByText('Can’t reach the service.')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})

test('a long table is paginated', async ({ page, signIn }) => {
  // short enough that its five minutes aren't widened to the hours of the previous period
  const window = 'from=2026-11-20T22:00Z&to=2026-11-21T10:00Z'
  await signIn('account', `/sites/{site}/traffic?${window}&table=requests`)
  const table = page.getByRole('table', { name: /^Requests .* as a table/ })
  await expect(table.getByRole('row')).toHaveCount(51)
  const pages = page.getByRole('navigation', { name: 'Pages of rows of requests' })
  await expect(pages).toContainText(/1–50 of 14\d/)
  const first = await table.getByRole('row').nth(1).innerText()
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('51–100')
  expect(await table.getByRole('row').nth(1).innerText()).not.toBe(first)
  await pages.getByRole('combobox', { name: 'Rows per page' }).selectOption('100')
  await expect(table.getByRole('row')).toHaveCount(101)
})
