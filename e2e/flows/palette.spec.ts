import { expect, heading } from '../fixtures.ts'
import { test } from '../read-only.ts'

test('the command palette finds accounts, sites, pages and actions', async ({ page, signIn }) => {
  await signIn('partner')
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search or jump to' })
  await search.fill('fjord')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^Fjord Bikes/ })
    .click()
  await expect(heading(page, 'Fjord Bikes')).toBeVisible()
  await page.keyboard.press('Control+k')
  await search.fill('maintenance.fjord')
  await page.getByRole('dialog').getByRole('option', { name: 'maintenance.fjordbikes.example' }).click()
  await expect(heading(page, 'maintenance.fjordbikes.example')).toBeVisible()
  await page.keyboard.press('Control+k')
  await search.fill('optimizer maintenance')
  await page.getByRole('dialog').getByRole('option', { name: 'maintenance.fjordbikes.example: Optimizer' }).click()
  await expect(page).toHaveURL(/\/optimizer$/)
  await page.keyboard.press('Control+k')
  await search.fill('delete site')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /Delete site maintenance/ })
    .click()
  await expect(heading(page, 'Delete site')).toBeVisible()
  await page.keyboard.press('Control+k')
  await search.fill('as account holder')
  await page.getByRole('dialog').getByRole('option', { name: 'Open Fjord Bikes as account holder' }).click()
  // a holder can't delete the site
  await expect(page).toHaveURL(/^[^/]*\/\/[^/]*\/sites\/[^/]+$/)
  await expect(heading(page, 'maintenance.fjordbikes.example')).toBeVisible()
  await page.keyboard.press('Control+k')
  await search.fill('partner view')
  await page.getByRole('dialog').getByRole('option', { name: 'Return to partner view' }).click()
  await expect(page).toHaveURL(/\/accounts\/[^/]+\/sites\/[^/]+$/)
  // the holder's page has the same heading
  await expect(page.getByRole('complementary', { name: 'Opened as account holder' })).toHaveCount(0)
  await expect(heading(page, 'maintenance.fjordbikes.example')).toBeVisible()
  await page.keyboard.press('Control+k')
  await search.fill('no such thing at all')
  await expect(page.getByText('No results.')).toBeVisible()
})

test('keys typed while the palette loads become its text, not shortcuts', async ({ page, signIn }) => {
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/assets\/Palette.*\.js$/, async (route) => {
    await arrived
    await route.continue()
  })
  await signIn('partner')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('r/fjordx')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('fjordx')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  arrive()
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('fjord')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.keyboard.type(' bikes')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Fjord Bikes')).toBeVisible()
})
