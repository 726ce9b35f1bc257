import { expect, fillSignIn, heading, test } from '../fixtures.ts'

// what signing in by key is without sessions
test.use({ sessions: false })

test('a key signs in, and other tabs too if it is kept', async ({ page, mock, context, signIn }) => {
  await test.step('an invalid key is reported, a valid one opens the requested page and outlasts a reload, whosever it is', async () => {
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto('/sites?search_term=transparent')
    await fillSignIn(page, mock.account.id, 'not-the-key')
    await expect(page.getByRole('alert')).toContainText('That ID and key don’t match.')
    await expect(page.getByRole('textbox', { name: 'Partner or account ID' })).toHaveValue(mock.account.id)
    await expect(page).toHaveURL(/sign-in/)
    await fillSignIn(page, mock.account.id, mock.account.key)
    await expect(page.getByRole('link', { name: 'transparent.fjordbikes.example', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Accounts' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('link', { name: 'transparent.fjordbikes.example', exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/sites\?search_term=transparent$/)
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/')
    // a partner on the same device, by what the service prints at its first start
    await page
      .getByRole('textbox', { name: 'Partner or account ID' })
      .fill(`sign-in: partner ${mock.partner.id} ${mock.partner.key}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(heading(page, 'Fleet')).toBeVisible()
    expect(addresses.length).toBeGreaterThan(5)
    const hasKey = (address: string) => [mock.account.key, mock.partner.key].some((key) => address.includes(key))
    expect(addresses.filter(hasKey)).toEqual([])
  })

  await test.step('a session is shared with other tabs only if the user chose to stay signed in', async () => {
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
})
