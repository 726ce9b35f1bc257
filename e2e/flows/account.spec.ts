import { expect, heading, pressUnlessShown, openAccount, test } from '../fixtures.ts'

test('a partner opens an account as its holder, with a banner on every page, in one tab of two, and returns', async ({
  page,
  mock,
  context,
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
  await test.step('the key is replaced, and the session goes on with the new one', async () => {
    await page.getByRole('button', { name: 'Replace key…' }).click()
    await page.getByRole('button', { name: 'Replace key', exact: true }).click()
    await expect(page.getByText('API key replaced. The old one no longer works.')).toBeVisible()
  })
  await page.getByRole('link', { name: 'Sites', exact: true }).click()
  await page.getByRole('link', { name: 'www.fjordbikes.example', exact: true }).click()
  await expect(heading(page, 'www.fjordbikes.example')).toBeVisible()
  const other = await context.newPage()
  await other.clock.setFixedTime(mock.clock.now())
  await other.goto('/')
  await expect(heading(other, 'Fleet')).toBeVisible()
  await page.reload()
  await expect(banner).toBeVisible()
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), document.cookie]),
  )
  expect(kept).not.toContain(mock.account.key)
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

test.describe('without sessions', () => {
  test.use({ sessions: false })

  test('when the account’s key is refused, the partner returns and sees why', async ({ page, mock, signIn }) => {
    await signIn('partner')
    await openAccount(page, 'Fjord Bikes')
    await page.getByRole('button', { name: 'Open as account holder' }).click()
    await expect(heading(page, 'Sites')).toBeVisible()
    const { db } = mock.service.services.database
    await db.updateTable('accounts').set({ key_hash: 'another' }).where('id', '=', mock.account.id).execute()
    await pressUnlessShown(page.getByRole('button', { name: 'Refresh' }), heading(page, 'Fjord Bikes'))
    await expect(heading(page, 'Fjord Bikes')).toBeVisible()
    await expect(page.getByText(/refused the key of Fjord Bikes/)).toBeVisible()
  })
})
