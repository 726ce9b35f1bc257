import { expect, fillSignIn, heading, pressUnlessShown, test } from '../fixtures.ts'

// what signing in by key is without sessions
test.use({ sessions: false })

test('a partner stays signed in after a reload, and the key is never in an address', async ({ page, mock, signIn }) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await signIn('partner')
  await expect(page).toHaveTitle(/Accounts/)
  await page.reload()
  await page.getByRole('link', { name: 'Bergmann Optik', exact: true }).click()
  await expect(heading(page, 'Bergmann Optik')).toBeVisible()
  expect(addresses.length).toBeGreaterThan(5)
  expect(addresses.filter((address) => address.includes(mock.partner.key))).toEqual([])
})

test('an invalid key is reported, a valid one opens the requested page, whosever it is', async ({ page, mock }) => {
  await page.goto('/sites?search_term=transparent')
  await fillSignIn(page, mock.account.id, 'not-the-key')
  await expect(page.getByRole('alert')).toContainText('That ID and key don’t match.')
  await expect(page.getByRole('textbox', { name: 'Partner or account ID' })).toHaveValue(mock.account.id)
  await expect(page).toHaveURL(/sign-in/)
  await fillSignIn(page, mock.account.id, mock.account.key)
  await expect(page.getByRole('link', { name: 'transparent.fjordbikes.example', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Accounts' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/sites\?search_term=transparent$/)
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/')
  // a partner on the same device, by what the service prints at its first start
  await page
    .getByRole('textbox', { name: 'Partner or account ID' })
    .fill(`sign-in: partner ${mock.partner.id} ${mock.partner.key}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(heading(page, 'Fleet')).toBeVisible()
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

  test('what doesn’t answer or is no API is reported as such, and none other can be entered', async ({
    page,
    mock,
  }) => {
    await page.goto('/')
    await page.getByText('Advanced').click()
    for (const [address, words] of [
      ['https://evil.example/api', 'Enter a path, such as /api, or an address on http://127.0.0.1:9.'],
      ['http://127.0.0.1:9', 'Can’t reach the service'],
      ['/healthz', 'doesn’t provide this API'],
    ] as const) {
      // it stays open for another try
      await page.getByRole('textbox', { name: 'Base URL' }).fill(address)
      await fillSignIn(page, mock.partner.id, mock.partner.key)
      await expect(page.getByText(words)).toBeVisible()
    }
    await page.getByRole('textbox', { name: 'Base URL' }).fill('/api')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(heading(page, 'Fleet')).toBeVisible()
  })
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
  await expect(page.getByRole('textbox', { name: 'Partner or account ID' })).toHaveValue(mock.account.id)
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
  await page.getByRole('button', { name: /Account holder/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await page.getByRole('checkbox', { name: /Keep me signed in/ }).check()
  await fillSignIn(page, mock.account.id, mock.account.key)
  await expect(heading(page, 'Sites')).toBeVisible()
  await other.goto('/sites')
  await expect(heading(other, 'Sites')).toBeVisible()
})
