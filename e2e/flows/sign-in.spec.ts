import { expect, fillSignIn, heading, pressUnlessShown, test } from '../fixtures.ts'

test('a partner signs in and stays signed in after a reload', async ({ page, signIn }) => {
  await signIn('partner')
  await expect(page).toHaveTitle(/Accounts/)
  await page.reload()
  await expect(heading(page, 'Accounts')).toBeVisible()
})

test('an account holder signs in and sees their own sites', async ({ page, signIn }) => {
  await signIn('account')
  await expect(page.getByRole('link', { name: 'www.fjordbikes.example', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Accounts' })).toHaveCount(0)
})

test('an invalid key is reported, and the form keeps its values', async ({ page, mock }) => {
  await page.goto('/')
  await fillSignIn(page, 'Account holder', mock.account.id, 'not-the-key')
  await expect(page.getByRole('alert')).toContainText(/key/i)
  await expect(page.getByRole('textbox', { name: 'Account ID' })).toHaveValue(mock.account.id)
  await expect(page).toHaveURL(/sign-in/)
  // a valid key that belongs to another ID
  await fillSignIn(page, 'Account holder', mock.partner.id, mock.account.key)
  await expect(page.getByRole('alert')).toContainText('The key doesn’t belong to this account ID')
  await expect(page.getByRole('textbox', { name: 'Account ID' })).toHaveValue(mock.partner.id)
})

test('the form remembers the role last used on this device', async ({ page, mock }) => {
  await page.goto('/')
  await expect(page.getByRole('radio', { name: 'Partner' })).toBeChecked()
  await fillSignIn(page, 'Account holder', mock.account.id, mock.account.key)
  await expect(heading(page, 'Sites')).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/')
  await expect(page.getByRole('radio', { name: 'Account holder' })).toBeChecked()
})

test('a partner without access sees why', async ({ page, mock }) => {
  await mock.service.services.database.db
    .updateTable('partners')
    .set({ granted: 0 })
    .where('id', '=', mock.partner.id)
    .execute()
  await page.goto('/')
  await fillSignIn(page, 'Partner', mock.partner.id, mock.partner.key)
  await expect(page.getByRole('alert')).toContainText(/access|granted/i)
})

test('there is no choice of base URL, and the page connects to nothing else', async ({ page, mock }) => {
  const response = await page.goto('/')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByText('Advanced')).toHaveCount(0)
  expect(response?.headers()['content-security-policy']).toContain("connect-src 'self';")
  const outcome = await page.evaluate(
    (address) =>
      fetch(address, { mode: 'no-cors' }).then(
        () => 'sent',
        () => 'blocked',
      ),
    mock.url.replace('127.0.0.1', 'localhost'),
  )
  expect(outcome).toBe('blocked')
})

test.describe('with another service to choose', () => {
  test.use({ apiOrigins: ['http://127.0.0.1:9'] })

  test('an unreachable service is not reported as an invalid key', async ({ page, mock }) => {
    await page.goto('/')
    await expect(heading(page, 'Sign in')).toBeVisible()
    await page.getByText('Advanced').click()
    await page.getByRole('textbox', { name: 'Base URL' }).fill('http://127.0.0.1:9')
    await fillSignIn(page, 'Partner', mock.partner.id, mock.partner.key)
    await expect(page.getByRole('alert')).toContainText('Can’t reach the service')
  })

  test('a base URL without an API is reported as such', async ({ page, mock }) => {
    await page.goto('/')
    await page.getByText('Advanced').click()
    await page.getByRole('textbox', { name: 'Base URL' }).fill('/healthz')
    await fillSignIn(page, 'Partner', mock.partner.id, mock.partner.key)
    await expect(page.getByRole('alert')).toContainText('doesn’t provide this API')
  })

  test('no further one can be entered', async ({ page, mock }) => {
    await page.goto('/')
    await page.getByText('Advanced').click()
    await page.getByRole('textbox', { name: 'Base URL' }).fill('https://evil.example/api')
    await fillSignIn(page, 'Partner', mock.partner.id, mock.partner.key)
    await expect(page.getByText('Enter a path, such as /api, or an address on http://127.0.0.1:9.')).toBeVisible()
  })
})

test('sign-in opens the requested page', async ({ page, mock }) => {
  await page.goto('/accounts?search_term=fjord')
  await expect(page).toHaveURL(/sign-in/)
  await fillSignIn(page, 'Partner', mock.partner.id, mock.partner.key)
  await expect(page.getByRole('link', { name: 'Fjord Bikes' })).toBeVisible()
  await expect(page).toHaveURL(/search_term=fjord/)
})

test('a revoked key leads to sign-in and then back to the same page', async ({ page, mock, signIn }) => {
  await signIn('partner')
  await page.getByRole('link', { name: 'Bergmann Optik', exact: true }).click()
  await expect(heading(page, 'Bergmann Optik')).toBeVisible()
  const address = page.url()
  await page.getByRole('link', { name: 'Accounts' }).first().click()
  await expect(heading(page, 'Accounts')).toBeVisible()
  await mock.service.services.database.db
    .updateTable('partners')
    .set({ granted: 0 })
    .where('id', '=', mock.partner.id)
    .execute()
  await pressUnlessShown(page.getByRole('button', { name: 'Refresh' }), heading(page, 'Sign in'))
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(/key|access/i)
  await mock.service.services.database.db
    .updateTable('partners')
    .set({ granted: 1 })
    .where('id', '=', mock.partner.id)
    .execute()
  await page.goto(address)
  await fillSignIn(page, 'Partner', mock.partner.id, mock.partner.key)
  await expect(heading(page, 'Bergmann Optik')).toBeVisible()
})

test('the key is never in an address', async ({ page, mock, signIn }) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await signIn('partner')
  await page.getByRole('link', { name: 'Bergmann Optik', exact: true }).click()
  await expect(heading(page, 'Bergmann Optik')).toBeVisible()
  expect(addresses.length).toBeGreaterThan(5)
  expect(addresses.filter((address) => address.includes(mock.partner.key))).toEqual([])
})

test('signing in with a replaced key returns to the page that was open', async ({ page, mock, signIn }) => {
  const { db } = mock.service.services.database
  const { key_hash } = await db
    .selectFrom('accounts')
    .select('key_hash')
    .where('id', '=', mock.account.id)
    .executeTakeFirstOrThrow()
  const setHash = (hash: string) =>
    db.updateTable('accounts').set({ key_hash: hash }).where('id', '=', mock.account.id).execute()
  await signIn('account')
  await page.getByRole('searchbox', { name: 'Search hosts' }).fill('transparent')
  await expect(page).toHaveURL(/search_term=transparent/)
  await setHash('another')
  await pressUnlessShown(page.getByRole('button', { name: 'Refresh' }), heading(page, 'Sign in'))
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Your key is no longer valid.')
  await expect(page.getByRole('textbox', { name: 'Account ID' })).toHaveValue(mock.account.id)
  await setHash(key_hash)
  await page.getByLabel('API key').fill(mock.account.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/sites\?search_term=transparent$/)
  await expect(page.getByRole('link', { name: 'transparent.fjordbikes.example', exact: true })).toBeVisible()
})

test('a session is shared with other tabs only if the user chose to stay signed in', async ({
  page,
  mock,
  context,
  signIn,
}) => {
  await signIn('account')
  const other = await context.newPage()
  await other.goto('/sites')
  await expect(heading(other, 'Sign in')).toBeVisible()
  await page.getByRole('button', { name: /account holder/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await page.getByRole('checkbox', { name: /Keep me signed in/ }).check()
  await fillSignIn(page, 'Account holder', mock.account.id, mock.account.key)
  await expect(heading(page, 'Sites')).toBeVisible()
  await other.goto('/sites')
  await expect(heading(other, 'Sites')).toBeVisible()
})
