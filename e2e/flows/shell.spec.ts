import { expect, expectAccessible, heading, shortenTimeouts, siteIn, test } from '../fixtures.ts'
import { monitorId } from '../samples.ts'

test('a page requested while the server is down opens once it’s back, including its code', async ({
  page,
  mock,
  signIn,
}) => {
  const site = await siteIn(mock, 'active')
  await signIn('account', `/sites/${site.id}`)
  await expect(heading(page, site.host)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.route('**/*', (route) => route.abort())
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.keyboard.press('?')
  await expect(page.getByText('Can’t reach the service.')).toBeVisible()
  await expect(heading(page, site.host)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toBeVisible()
  // its style sheets had failed to load too
  await expect(help.locator('..')).toHaveCSS('display', 'flex')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/See the JSON for these: .*schemaVersion/)).toBeVisible()
})

test('missing code is reported as a new version of the dashboard', async ({ page, mock, signIn }) => {
  const site = await siteIn(mock, 'active')
  await signIn('account', `/sites/${site.id}`)
  await expect(heading(page, site.host)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('There’s probably a newer version of the dashboard')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('link', { name: 'Sites', exact: true }).first().click()
  await expect(heading(page, 'Sites')).toBeVisible()
})

test('keyboard help, theme and page titles work', async ({ page, signIn }) => {
  await signIn('partner')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Search or jump to')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('button', { name: /^Theme: light/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  // the browser's own parts, such as checkboxes
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('link', { name: 'Bergmann Optik', exact: true }).click()
  await expect(page).toHaveTitle('Bergmann Optik · Site Performance')
  await expect(heading(page, 'Bergmann Optik')).toBeFocused()
  await expect(page.getByText('Bergmann Optik · Site Performance', { exact: true })).toBeAttached()
})

test('the page and the browser’s own parts in it follow the system from light to dark and back', async ({ page }) => {
  await page.goto('/')
  const root = page.locator('html')
  for (const colorScheme of ['light', 'dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(root).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expect(root).toHaveCSS('color-scheme', colorScheme)
  }
})

test('a chosen theme holds until the stylesheet is there, too', async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn('partner')
  await page.getByRole('button', { name: /^Theme: system/ }).click()
  await page.getByRole('button', { name: /^Theme: light/ }).click()
  await page.route(/\.css$/, (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'normal')
  await expect(page.locator('meta[name="color-scheme"]')).toHaveAttribute('content', 'dark')
})

test('on a phone, the navigation and the account switcher are in a drawer', async ({ page, mock, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('partner', `/accounts/${mock.account.id}`)
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

test('another address typed into the same tab opens at its top', async ({ page, mock, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await signIn('partner')
  await expect(page.getByRole('table', { name: 'Accounts' })).toBeVisible()
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.mouse.wheel(0, 400)
  await expect.poll(scrolled).toBeGreaterThan(100)
  await page.goto(`/accounts/${mock.account.id}/account`)
  await expect(heading(page, 'Account')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeAttached()
  expect(await scrolled()).toBe(0)
})

test('offline, the banner tells of saved data only where there is some', async ({ page, context, mock, signIn }) => {
  await shortenTimeouts(page)
  const [first, second] = [await siteIn(mock, 'active'), await siteIn(mock, 'bypass')]
  await signIn('account')
  await page.getByRole('link', { name: first.host, exact: true }).click()
  await expect(heading(page, first.host)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.goBack()
  await expect(heading(page, 'Sites')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You’re offline. Showing saved data until you’re back online.')).toBeVisible()
  await page.getByRole('link', { name: second.host, exact: true }).click()
  await expect(page.getByText('You’re offline. This page loads once you’re back online.')).toBeVisible()
  await context.setOffline(false)
  await expect(heading(page, second.host)).toBeVisible()
  await expect(page.getByText('You’re offline.')).toHaveCount(0)
})

test('offline, a dialog that can’t be loaded is promised for later, unless Escape cancels it', async ({
  page,
  context,
  signIn,
}) => {
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
})

test('a page whose code can’t be loaded is promised for later', async ({ page, context, signIn }) => {
  await signIn('account')
  await expect(heading(page, 'Sites')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Tests', exact: true }).click()
  await expect(page.getByText('You’re offline. The page you chose opens once you’re back online.')).toBeVisible()
  await context.setOffline(false)
  await expect(heading(page, 'Tests')).toBeVisible()
})

test('a link copied on a monitor or an overview shows all of the page at the same times later', async ({
  page,
  context,
  mock,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async () => {
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Copied link')).toBeAttached()
    return new URL(await page.evaluate(() => navigator.clipboard.readText()))
  }
  const lastWeek = { from: '2026-11-14T10:00Z', to: '2026-11-21T10:00Z' }
  const { id, host } = await siteIn(mock, 'active')
  await signIn('account', `/sites/${id}?range=7d`)
  await expect(heading(page, host)).toBeVisible()
  expect(Object.fromEntries((await copied()).searchParams)).toEqual(lastWeek)

  await page.goto(`/monitors/${await monitorId(mock, 'Home, three locations')}?range=7d&metric=load`)
  await expect(heading(page, 'Home, three locations')).toBeVisible()
  const link = await copied()
  expect(Object.fromEntries(link.searchParams)).toEqual({ metric: 'load', ...lastWeek })
  await page.clock.setFixedTime(mock.clock.now() + 7 * 24 * 3600_000)
  await page.goto(link.href)
  await expect(page.getByRole('img', { name: /^Load, .* over 14 Nov 2026, .* to 21 Nov 2026/ })).toBeVisible()
  await expect(page.getByText(/^in .* from 14 Nov 2026, .* to 21 Nov 2026/)).toBeVisible()
  await expect(page.getByText('Availability in this range')).toBeVisible()
})

test('an account holder’s link to a monitor leads a partner to the account', async ({ page, mock, signIn }) => {
  const { id } = await mock.service.services.database.db
    .selectFrom('monitors')
    .select('id')
    .where('name', '=', 'Home, three locations')
    .executeTakeFirstOrThrow()
  await signIn('partner', `/monitors/${id}?range=7d`)
  await expect(heading(page, 'Which account has this monitor?')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Name or email contains' }).fill('fjord')
  await page.getByRole('button', { name: 'Find account' }).click()
  await expect(heading(page, 'Home, three locations')).toBeVisible()
  await expect(page).toHaveURL(`/accounts/${mock.account.id}/monitors/${id}?range=7d`)
})

test('an account holder’s link to a list lets a partner choose the account', async ({ page, mock, signIn }) => {
  await signIn('partner', '/monitors?search_term=home')
  await expect(heading(page, 'Which account?')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search name or email' }).fill('fjord')
  await page.getByRole('link', { name: 'Fjord Bikes', exact: true }).click()
  await expect(heading(page, 'Monitors')).toBeVisible()
  await expect(page).toHaveURL(`/accounts/${mock.account.id}/monitors?search_term=home`)

  await page.goto(`/accounts/${mock.account.id}/sites?state=active`)
  await expect(page).toHaveURL(`/accounts/${mock.account.id}?state=active`)
  await expect(heading(page, 'Fjord Bikes')).toBeVisible()
})
