import { expect, fillSignIn, heading, test } from '../fixtures.ts'

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
