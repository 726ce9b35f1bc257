import { expect, fillSignIn, heading, hurry, test } from '../fixtures.ts'

test('a partner signs in, and a reload keeps the session', async ({ page, signIn }) => {
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

test('a wrong key is refused in words, and what was typed stays', async ({ page, mock }) => {
  await page.goto('/')
  await fillSignIn(page, 'Account holder', mock.account.id, 'not-the-key')
  await expect(page.getByRole('alert')).toContainText(/key/i)
  await expect(page.getByRole('textbox', { name: 'User id' })).toHaveValue(mock.account.id)
  await expect(page).toHaveURL(/sign-in/)
  // a good key, of somebody else
  await fillSignIn(page, 'Account holder', mock.partner.id, mock.account.key)
  await expect(page.getByRole('alert')).toContainText('The key is not the one of this user id')
  await expect(page.getByRole('textbox', { name: 'User id' })).toHaveValue(mock.partner.id)
})

test('a partner that is not granted access is told so', async ({ page, mock }) => {
  await mock.service.services.database.db
    .updateTable('partners')
    .set({ granted: 0 })
    .where('id', '=', mock.partner.id)
    .execute()
  await page.goto('/')
  await fillSignIn(page, 'Partner', mock.partner.id, mock.partner.key)
  await expect(page.getByRole('alert')).toContainText(/access|granted/i)
})

test('a service that is down is told from a refused key', async ({ page, mock }) => {
  await page.goto('/')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await page.getByText('Advanced').click()
  await page.getByRole('textbox', { name: 'Base URL' }).fill('http://127.0.0.1:9')
  await fillSignIn(page, 'Partner', mock.partner.id, mock.partner.key)
  await expect(page.getByRole('alert')).toContainText(/reach/i)
})

test('an address that is not this API is told as that', async ({ page, mock }) => {
  await page.goto('/')
  await page.getByText('Advanced').click()
  await page.getByRole('textbox', { name: 'Base URL' }).fill('/healthz')
  await fillSignIn(page, 'Partner', mock.partner.id, mock.partner.key)
  await expect(page.getByRole('alert')).toContainText(/not .*API|API/i)
})

test('after sign-in comes the view that was asked for', async ({ page, mock }) => {
  await page.goto('/accounts?search_term=fjord')
  await expect(page).toHaveURL(/sign-in/)
  await fillSignIn(page, 'Partner', mock.partner.id, mock.partner.key)
  await expect(page.getByRole('link', { name: 'Fjord Bikes' })).toBeVisible()
  await expect(page).toHaveURL(/search_term=fjord/)
})

test('a key that is replaced later leads to sign-in, and back to the same view', async ({ page, mock, signIn }) => {
  await signIn('partner')
  await page.getByRole('link', { name: 'Bergmann Optik', exact: true }).click()
  await expect(heading(page, 'Bergmann Optik')).toBeVisible()
  const address = page.url()
  await mock.service.services.database.db
    .updateTable('partners')
    .set({ granted: 0 })
    .where('id', '=', mock.partner.id)
    .execute()
  await page.getByRole('link', { name: 'Accounts' }).first().click()
  await page.getByRole('button', { name: 'Refresh' }).click()
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

test('after a key that was replaced, the new one leads back without looking for the way', async ({
  page,
  mock,
  signIn,
}) => {
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
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The service refused the key.')
  await expect(page.getByRole('textbox', { name: 'User id' })).toHaveValue(mock.account.id)
  await setHash(key_hash)
  await page.getByLabel('API key').fill(mock.account.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/sites\?search_term=transparent$/)
  await expect(page.getByRole('link', { name: 'transparent.fjordbikes.example', exact: true })).toBeVisible()
})

test('a key that was asked to be kept is there in another tab, one that was not is not', async ({
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

test('the key is masked, and shown when asked', async ({ page }) => {
  await page.goto('/sign-in')
  const key = page.getByLabel('API key')
  await key.fill('a-secret-key')
  await expect(key).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show key' }).click()
  await expect(key).toHaveAttribute('type', 'text')
})

test('what is missing is said at its field', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter the id.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Partner id' }).fill('p')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter the key.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Partner id' })).toHaveValue('p')
})

for (const [fault, words] of [
  ['fail-503.test', /cannot answer now.*request id is scripted-fault/],
  ['fail-429.test', /wait before the next try.*3 seconds/],
  ['malformed.test', /is not this API/],
  ['never.test', /cannot be reached/],
] as const) {
  test(`a sign-in that meets ${fault} says so, and what was typed stays`, async ({ page }) => {
    await hurry(page)
    await page.goto('/sign-in')
    await fillSignIn(page, 'Partner', fault, 'some-key')
    await expect(page.getByRole('alert')).toContainText(words)
    await expect(page.getByRole('textbox', { name: 'Partner id' })).toHaveValue(fault)
    await expect(page.getByLabel('API key')).toHaveValue('some-key')
  })
}
