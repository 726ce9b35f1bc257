import { expect, heading, onEveryService, test } from '../fixtures.ts'

onEveryService(() => {
  test('the command palette finds accounts, sites, pages and actions', async ({ page, signIn }) => {
    await signIn('partner')
    await page.keyboard.press('Control+k')
    const search = page
      .getByRole('searchbox', { name: 'Search or jump to' })
      .or(page.getByPlaceholder('Search or jump to…'))
    await search.fill('fjord')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Fjord Bikes/ })
      .click()
    await expect(heading(page, 'Fjord Bikes')).toBeVisible()
    await page.keyboard.press('Control+k')
    await search.fill('maintenance.fjord')
    await page.getByRole('dialog').getByRole('button', { name: 'maintenance.fjordbikes.example' }).click()
    await expect(heading(page, 'maintenance.fjordbikes.example')).toBeVisible()
    await page.keyboard.press('Control+k')
    await search.fill('optimizer maintenance')
    await page.getByRole('dialog').getByRole('button', { name: 'maintenance.fjordbikes.example: Optimizer' }).click()
    await expect(page).toHaveURL(/\/optimizer$/)
    await page.keyboard.press('Control+k')
    await search.fill('delete site')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Delete site maintenance/ })
      .click()
    await expect(heading(page, 'Delete site')).toBeVisible()
    await page.keyboard.press('Control+k')
    await search.fill('as account holder')
    await page.getByRole('dialog').getByRole('button', { name: 'Open Fjord Bikes as account holder' }).click()
    // a holder can't delete the site
    await expect(page).toHaveURL(/^[^/]*\/\/[^/]*\/sites\/[^/]+$/)
    await expect(heading(page, 'maintenance.fjordbikes.example')).toBeVisible()
    await page.keyboard.press('Control+k')
    await search.fill('partner view')
    await page.getByRole('dialog').getByRole('button', { name: 'Return to partner view' }).click()
    await expect(page).toHaveURL(/\/accounts\/[^/]+\/sites\/[^/]+$/)
    // the holder's page has the same heading
    await expect(page.getByRole('complementary', { name: 'Opened as account holder' })).toHaveCount(0)
    await expect(heading(page, 'maintenance.fjordbikes.example')).toBeVisible()
    await page.keyboard.press('Control+k')
    await search.fill('no such thing at all')
    await expect(page.getByText('No results.')).toBeVisible()
  })
})

test('the command palette finds an account’s monitors and tests', async ({ page, signIn }) => {
  await signIn('account')
  const search = page.getByRole('dialog').getByRole('textbox', { name: 'Search or jump to' })
  await page.keyboard.press('Control+k')
  await search.fill('checkout')
  await page.getByRole('dialog').getByRole('button', { name: 'Checkout on 3G' }).click()
  await expect(heading(page, 'Checkout on 3G')).toBeVisible()
  await page.keyboard.press('Control+k')
  await search.fill('rehearsal')
  await page.getByRole('dialog').getByRole('button', { name: 'Launch rehearsal' }).click()
  await expect(heading(page, 'Launch rehearsal')).toBeVisible()
})

test('pressing Enter before results have loaded acts on the current text', async ({ page, signIn }) => {
  await signIn('partner')
  const fjord = heading(page, 'Fjord Bikes')
  const palette = page.getByRole('dialog').getByRole('textbox', { name: 'Search or jump to' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('fjord')
  await page.keyboard.press('Enter')
  await expect(fjord).toBeVisible()

  // results of the previous text are shown while the next ones load
  await page.keyboard.press('Control+k')
  const first = page.getByRole('dialog').locator('[data-action]').first()
  await page.keyboard.type('fj')
  await expect(first).toContainText('www.fjordbikes.example')
  await page.waitForLoadState('networkidle')
  await expect(first).toHaveAttribute('data-selected')
  await palette.fill('giulia')
  await expect(first).toContainText('Giulia Studio')
  await expect(first).toHaveAttribute('data-selected')
  let answer: () => void = () => undefined
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/search_term=bergmann/, async (route) => {
    await asked
    await route.continue()
  })
  await palette.fill('bergmann')
  await expect(page.getByRole('dialog')).toContainText('Searching…')
  await expect(page.getByRole('dialog')).not.toContainText('Giulia')
  await palette.press('Enter')
  await expect(fjord).toBeVisible()
  answer()
  await expect(heading(page, 'Bergmann Optik')).toBeVisible()
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
  await expect(page.getByRole('textbox', { name: 'Search or jump to' })).toHaveValue('fjord')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.keyboard.type(' bikes')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Fjord Bikes')).toBeVisible()
})
