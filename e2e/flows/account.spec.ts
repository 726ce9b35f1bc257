import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  expect,
  heading,
  pressUnlessShown,
  shortenTimeouts,
  onEveryService,
  openAccount,
  row,
  siteIn,
  test,
} from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const db = (mock: Mock) => mock.service.services.database.db

const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

/** One of the partner's accounts, without sites. */
const emptyAccount = (mock: Mock) =>
  db(mock).selectFrom('accounts').selectAll().where('name', '=', 'Ängelholm Empty').executeTakeFirstOrThrow()

const setEmail = (mock: Mock, id: string, email: string) =>
  db(mock).updateTable('accounts').set({ email, email_lower: email }).where('id', '=', id).execute()

onEveryService(() => {
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

  test('exports only the accounts that match the search', async ({ page, signIn }) => {
    await signIn('partner')
    await page.getByRole('searchbox', { name: /search/i }).fill('fjord')
    await expect(page).toHaveURL(/search_term=fjord/)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('fjordbikes@example.com')
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

  test('an account with sites can’t be deleted, and the page lists what to do about each site', async ({
    page,
    mock,
    signIn,
  }) => {
    await signIn('partner', `/accounts/${mock.account.id}/account`)
    await page.getByRole('link', { name: 'Delete account…' }).click()
    await expect(heading(page, 'Delete account')).toBeVisible()
    await expect(row(page, 'www.fjordbikes.example').first()).toContainText('active')
    await expect(
      row(page, 'www.fjordbikes.example')
        .first()
        .getByRole('link', { name: /^DNS record/ }),
    ).toBeVisible()
    await expect(row(page, 'bypass.fjordbikes.example')).toContainText('Resume the optimizer')
    await expect(row(page, 'bypass.fjordbikes.example').getByRole('link', { name: /^Optimizer/ })).toBeVisible()
    await expect(row(page, 'off.fjordbikes.example')).toContainText('Ready to delete.')
    await expect(page.getByRole('button', { name: 'Delete account' })).toHaveCount(0)
    await row(page, 'off.fjordbikes.example')
      .getByRole('link', { name: /Delete site/ })
      .click()
    await expect(heading(page, 'Delete site')).toBeVisible()
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

  test('a refused deletion says which sites are left', async ({ page, mock, signIn }) => {
    const { id, email } = await emptyAccount(mock)
    await signIn('partner', `/accounts/${id}/account/delete`)
    await page.getByRole('textbox', { name: `Type ${email} to confirm` }).fill(email)
    // a site is added in the meantime
    const other = await siteIn(mock, 'preview')
    await db(mock).updateTable('sites').set({ account_id: id }).where('id', '=', other.id).execute()
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect(alert(page, 'wasn’t deleted')).toContainText(`The account still has sites: ${other.host}`)
    await expect(page.getByRole('textbox', { name: `Type ${email} to confirm` })).toHaveValue(email)
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
})

const faults = [
  ['fail-503.test', /cannot answer now/],
  ['malformed.test', /^It isn’t clear whether this worked\..*match this API.*may have gone through/],
  ['never.test', /^It isn’t clear whether this worked\..*didn’t answer.*may have gone through/],
] as const

test('a failed email change says why and keeps what was typed', async ({ page, mock, signIn }) => {
  await shortenTimeouts(page)
  await signIn('partner', `/accounts/${mock.account.id}/account/email`)
  const field = page.getByRole('textbox', { name: 'New email' })
  for (const [fault, words] of faults) {
    await field.fill(`someone@${fault}`)
    await page.getByRole('button', { name: 'Change email' }).click()
    await expect(alert(page, /email wasn’t changed|isn’t clear/)).toContainText(words)
    await expect(field).toHaveValue(`someone@${fault}`)
  }
})

test('a failed account deletion says why and can be retried', async ({ page, mock, signIn }) => {
  const { id } = await emptyAccount(mock)
  const email = 'owner@writes-only.fail-503.test'
  await setEmail(mock, id, email)
  await shortenTimeouts(page)
  await signIn('partner', `/accounts/${id}/account/delete`)
  await page.getByRole('textbox', { name: `Type ${email} to confirm` }).fill(email)
  for (const [fault, words] of faults) {
    await setEmail(mock, id, `owner@writes-only.${fault}`)
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect(alert(page, /account wasn’t deleted|isn’t clear/)).toContainText(words)
    await expect(page.getByRole('textbox', { name: `Type ${email} to confirm` })).toHaveValue(email)
  }
  await setEmail(mock, id, 'working@example.com')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(heading(page, 'Accounts')).toBeVisible()
})

test('every form reports an account that was deleted in the meantime', async ({ page, mock, signIn }) => {
  const { id, host } = await siteIn(mock, 'preview')
  const account = `/accounts/${mock.account.id}`
  await signIn('partner', null)
  const forms = [
    { path: `${account}/account/email`, name: 'New email', text: 'a@b.example', verb: 'Change email' },
    { path: `${account}/sites/new`, name: 'Host', text: 'a.b.example', verb: 'Add site' },
    { path: `${account}/sites/${id}/host`, name: 'New host', text: 'a.b.example', verb: 'Change host' },
    { path: `${account}/sites/${id}/delete`, name: `Type ${host} to confirm`, text: host, verb: 'Delete site' },
  ]
  const tabs = await Promise.all(
    forms.map(async (one) => {
      const tab = await page.context().newPage()
      const session = JSON.stringify({ role: 'partner', ...mock.partner, baseUrl: '/api' })
      await tab.addInitScript((kept) => sessionStorage.setItem('site-performance.session', kept), session)
      await tab.goto(one.path)
      await tab.getByRole('textbox', { name: one.name }).fill(one.text)
      return { ...one, tab }
    }),
  )
  await db(mock).deleteFrom('accounts').where('id', '=', mock.account.id).execute()
  for (const { tab, name, text, verb } of tabs) {
    await tab.getByRole('button', { name: verb }).click()
    await expect(alert(tab, /wasn’t (changed|added|deleted)\./), verb).toContainText('It may have been deleted')
    await expect(tab.getByRole('textbox', { name })).toHaveValue(text)
  }
})

for (const [fault, words] of [
  ['fail-503.test', /cannot answer now/],
  ['malformed.test', /match this API/],
  ['never.test', /didn’t answer/],
] as const) {
  test(`an export that fails with ${fault} says why and continues on retry`, async ({ page, signIn }) => {
    await shortenTimeouts(page)
    await signIn('partner')
    await page.getByRole('searchbox', { name: /search/i }).fill('studio')
    await expect(page).toHaveURL(/search_term=studio/)
    // the mock fails requests with a fault's name in the search term
    await page.route('**/accounts?*per_page=100*', (route) =>
      route.continue({ url: route.request().url().replace('studio', fault) }),
    )
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(alert(page, 'nothing was exported')).toContainText(words)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Retry' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain('Giulia Studio')
  })
}

test('an export can be cancelled', async ({ page, signIn }) => {
  await signIn('partner')
  await page.route('**/accounts?*per_page=100*', () => {})
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByRole('progressbar', { name: 'Accounts loaded' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar', { name: 'Accounts loaded' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeFocused()
})
