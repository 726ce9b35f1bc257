import type { Page } from '@playwright/test'
import { expect, expectAccessible, heading, shortenTimeouts, test as own } from '../fixtures.ts'
import { test } from '../read-only.ts'

/** Chooses it in the menu of who is signed in. */
async function chooseTheme(page: Page, theme: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Partner/ })
    .click()
  await page.getByRole('combobox', { name: 'Theme' }).selectOption(theme)
  await page.keyboard.press('Escape')
}

test('a page requested while the server is down opens once it’s back, and missing code is a new version', async ({
  page,
  signIn,
}) => {
  const host = 'www.fjordbikes.example'
  await signIn('account', '/sites/{site}')
  await expect(heading(page, host)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.route('**/*', (route) => route.abort())
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.keyboard.press('?')
  await expect(page.getByText('Can’t reach the service.')).toBeVisible()
  await expect(heading(page, host)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toBeVisible()
  // its style sheets had failed to load too
  await expect(help.locator('..')).toHaveCSS('display', 'flex')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Delivery' })).toBeVisible()

  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.getByRole('link', { name: 'Cache', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('There’s probably a newer version of the dashboard')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('link', { name: 'Sites', exact: true }).first().click()
  await expect(heading(page, 'Sites')).toBeVisible()
})

test('keyboard help, page titles and a chosen theme work, the theme even without the stylesheet', async ({
  page,
  signIn,
}) => {
  await signIn('partner')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Search or jump to')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  const root = page.locator('html')
  // the page, and the browser’s own parts in it, such as checkboxes, follow the system
  for (const colorScheme of ['light', 'dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(root).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expect(root).toHaveCSS('color-scheme', colorScheme)
  }
  await chooseTheme(page, 'Dark')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(root).toHaveCSS('color-scheme', 'dark')
  await page.reload()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('link', { name: 'Bergmann Optik', exact: true }).click()
  await expect(page).toHaveTitle('Bergmann Optik · Site Performance')
  await expect(heading(page, 'Bergmann Optik')).toBeFocused()
  await expect(page.getByText('Bergmann Optik · Site Performance', { exact: true })).toBeAttached()
  await page.route(/\.css$/, (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'normal')
  await expect(page.locator('meta[name="color-scheme"]')).toHaveAttribute('content', 'dark')
})

test('on a phone, the navigation and the account switcher are in a drawer', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('partner', '/accounts/{account}')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog', { name: 'Site Performance' })
  await drawer.getByRole('button', { name: 'Switch account' }).click()
  await drawer.getByRole('textbox', { name: 'Search accounts' }).fill('bergm')
  await expect(drawer.getByRole('listbox', { name: 'Accounts' }).getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await drawer.getByRole('option', { name: /Bergmann Optik/ }).click()
  await expect(heading(page, 'Bergmann Optik')).toBeVisible()
  await expect(drawer).toBeHidden()
})

own(
  'offline, a dialog or page whose code can’t be loaded is promised for later, unless Escape cancels it',
  async ({ page, context, signIn }) => {
    await shortenTimeouts(page)
    await signIn('account')
    await expect(heading(page, 'Sites')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    const promise = page.getByText('You’re offline. What you chose opens once you’re back online.')
    for (const key of ['Control+k', '?']) {
      await page.keyboard.press(key)
      await expect(promise).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(promise).toHaveCount(0)
    }
    await page.keyboard.press('?')
    await expect(promise).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Tests', exact: true }).click()
    await expect(page.getByText('You’re offline. The page you chose opens once you’re back online.')).toBeVisible()
    await context.setOffline(false)
    await expect(heading(page, 'Tests')).toBeVisible()
  },
)
