import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleTables,
  expectNoSidewaysScroll,
  expectReadable,
  heading,
  preferTheme,
} from '../fixtures.ts'
import { test } from '../read-only.ts'

/** Waits until every chart is drawn. By style: on such a long page, looking for roles takes seconds. */
async function expectDrawn(page: Page): Promise<void> {
  const drawn = (section: string) => `#${section} [role="img"] > svg`
  await expect(page.locator([drawn('TimeChart'), drawn('ChartPanel')].join())).toHaveCount(10)
}

test('the gallery needs no sign-in, works, passes axe in both themes and doesn’t scroll sideways at 390 px', async ({
  page,
}) => {
  // axe is slow on such a long page
  test.slow()
  await page.goto('/gallery')
  await expect(heading(page, 'Gallery')).toBeVisible()
  await expect(page).toHaveTitle('Gallery · Site Performance')
  await expectDrawn(page)
  await expectAccessible(page)
  await preferTheme(page, 'dark')
  await expectReadable(page)
  await preferTheme(page, 'light')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  // for axe, only tables differ from wider windows
  await expectAccessibleTables(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await test.step('links to each section', async () => {
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await contents.getByRole('link', { name: 'DataTable' }).click()
    await expect(page.getByRole('region', { name: 'DataTable' })).toBeInViewport()
    await expect(contents.getByRole('link', { name: 'DataTable' })).toHaveAttribute('aria-current', 'location')
    await page.goto('/gallery#Sparkline')
    await expect(page.getByRole('region', { name: 'Sparkline' })).toBeInViewport()
  })
  await test.step('has working dialogs, toasts and chart tables', async () => {
    await page.getByRole('button', { name: 'Bypass…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Bypass' })).toBeDisabled()
    await dialog.getByRole('textbox').fill('www.fjordbikes.example')
    await dialog.getByRole('button', { name: 'Bypass' }).click()
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: 'Start maintenance…' }).click()
    await dialog.getByRole('button', { name: 'Start maintenance' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The service is unavailable.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Show a toast' }).click()
    await expect(page.getByText('Monitor paused.')).toBeVisible()

    await page
      .getByRole('region', { name: 'Response time', exact: true })
      .getByRole('button', { name: 'Table' })
      .click()
    await expect(page.getByRole('table', { name: 'Response time, as a table' })).toBeVisible()
  })
})

test('the gallery doesn’t exist outside the demo', async ({ page, signIn }) => {
  // the configuration of an unmodified build
  await page.route('**/config.json', (route) => route.fulfill({ path: 'public/config.json' }))
  await page.goto('/gallery')
  await expect(heading(page, 'Page not found')).toBeVisible()
  await expectAccessible(page)
  await signIn('account', '/gallery')
  await expect(heading(page, 'Page not found')).toBeVisible()
})
