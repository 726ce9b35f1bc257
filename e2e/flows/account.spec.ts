import { readFile } from 'node:fs/promises'
import { expect, heading, pressUnlessShown, openAccount, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const db = (mock: Mock) => mock.service.services.database.db

/** One of the partner's accounts, without sites. */
const emptyAccount = (mock: Mock) =>
  db(mock).selectFrom('accounts').selectAll().where('name', '=', 'Ängelholm Empty').executeTakeFirstOrThrow()

test('exports all accounts, with formulas escaped for spreadsheets', async ({ page, mock, signIn }) => {
  await db(mock)
    .updateTable('accounts')
    .set({ name: '=HYPERLINK("http://evil.example")' })
    .where('name', '=', 'Aalto Furniture')
    .execute()
  await signIn('partner')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('accounts-2026-11-21.csv')
  const lines = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n')
  const { total } = await db(mock)
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('partner_id', '=', mock.partner.id)
    .executeTakeFirstOrThrow()
  expect(lines[0]).toBe('name,email,id,api_url')
  expect(lines).toHaveLength(total + 1)
  expect(new Set(lines).size).toBe(lines.length)
  expect(lines.find((line) => line.includes('HYPERLINK'))).toMatch(/^"'=HYPERLINK/)
  await expect(page.getByText(/^\d+ accounts exported$/)).toBeVisible()
})

test('changes the email, and reports an invalid one at its field', async ({ page, mock, signIn }) => {
  await signIn('partner')
  await openAccount(page, 'Fjord Bikes')
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByRole('link', { name: 'Change email' }).click()
  const field = page.getByRole('textbox', { name: 'New email' })
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText('Enter the new email address.')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('bergmannoptik@example.com')
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(/This is already used by another account/)).toBeVisible()
  await expect(field).toHaveValue('bergmannoptik@example.com')
  await field.fill('hello@fjordbikes.example')
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(heading(page, 'Account')).toBeVisible()
  await expect(page.getByText('hello@fjordbikes.example', { exact: true })).toBeVisible()
  const { email } = await db(mock)
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', mock.account.id)
    .executeTakeFirstOrThrow()
  expect(email).toBe('hello@fjordbikes.example')
})

test('an account without sites is deleted after its email is typed', async ({ page, mock, signIn }) => {
  const { id, email } = await emptyAccount(mock)
  await signIn('partner', `/accounts/${id}/account/delete`)
  await expect(page.getByText('The account has no sites.')).toBeVisible()
  await page.getByRole('textbox', { name: `Type ${email} to confirm` }).fill('another@example.com')
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeDisabled()
  await page.getByRole('textbox', { name: `Type ${email} to confirm` }).fill(email)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(heading(page, 'Accounts')).toBeVisible()
  await expect(page.getByText('Ängelholm Empty deleted')).toBeVisible()
  await page.getByRole('searchbox', { name: /search/i }).fill('Empty')
  await expect(page.getByText(/No accounts match/)).toBeVisible()
  expect(await db(mock).selectFrom('accounts').select('id').where('id', '=', id).execute()).toEqual([])
  await page.goto(`/accounts/${id}`)
  await expect(page.getByRole('alert')).toContainText('This account wasn’t found.')
})

test('a partner opens an account as its holder, with a banner on every page, and returns', async ({
  page,
  mock,
  signIn,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await signIn('partner')
  await openAccount(page, 'Fjord Bikes')
  await page.getByRole('button', { name: 'Open as account holder' }).click()
  await expect(heading(page, 'Sites')).toBeVisible()
  const banner = page.getByRole('complementary', { name: 'Opened as account holder' })
  await expect(banner).toContainText('You’re signed in to Fjord Bikes as its account holder')
  await expect(banner).toContainText('Changes you make affect this account.')
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByText('To replace the key, ask the operator of the service.')).toBeVisible()
  await page.getByRole('link', { name: 'Sites', exact: true }).click()
  await page.getByRole('link', { name: 'www.fjordbikes.example', exact: true }).click()
  await expect(heading(page, 'www.fjordbikes.example')).toBeVisible()
  await page.reload()
  await expect(banner).toBeVisible()
  // the address of a partner page, entered by hand
  await page.goto('/accounts')
  await expect(heading(page, 'Partners only')).toBeVisible()
  await banner.getByRole('button', { name: 'Return to partner view' }).click()
  await expect(heading(page, 'Fjord Bikes')).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect(
    addresses.filter((address) => address.includes(mock.account.key) || address.includes(mock.partner.key)),
  ).toEqual([])
})

test('when the account’s key is refused, the partner returns and sees why', async ({ page, mock, signIn }) => {
  await signIn('partner')
  await openAccount(page, 'Fjord Bikes')
  await page.getByRole('button', { name: 'Open as account holder' }).click()
  await expect(heading(page, 'Sites')).toBeVisible()
  await db(mock).updateTable('accounts').set({ key_hash: 'another' }).where('id', '=', mock.account.id).execute()
  await pressUnlessShown(page.getByRole('button', { name: 'Refresh' }), heading(page, 'Fjord Bikes'))
  await expect(heading(page, 'Fjord Bikes')).toBeVisible()
  await expect(page.getByText(/refused the key of Fjord Bikes/)).toBeVisible()
})
