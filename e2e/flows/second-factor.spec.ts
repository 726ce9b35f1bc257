import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type FlowMock,
  heading,
  startFlowMock,
  test as base,
} from '../fixtures.ts'

const ada = { name: 'Ada Lind', email: 'ada@polar.example', password: 'correct horse battery' }

const test = base.extend({
  // passkeys are for a host's name
  mock: async ({ sessions }, use) => {
    const mock = await startFlowMock({ host: 'localhost', sessions })
    await use(mock)
    await mock.stop()
  },
})

/** Gives the browser an authenticator of its own, which checks who uses it. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Opens Security as an owner who has just accepted their invitation. */
async function openSecurity(page: Page, mock: FlowMock): Promise<void> {
  const { id, key } = mock.account
  const reply = await fetch(`${mock.url}/api/invitations?user_id=${id}`, {
    method: 'POST',
    headers: { 'SERVICE-API-KEY': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: ada.email, role: 'owner' }),
  })
  expect(reply.status).toBeLessThan(300)
  const link = () =>
    mock.world.mail.letters.flatMap(({ to, text }) => (to === ada.email ? (/https?:\S+#\S+/.exec(text) ?? []) : []))[0]
  // the mailer sends in the background
  await expect.poll(link).toBeDefined()
  await page.goto(link() ?? '')
  await page.getByLabel('Your name').fill(ada.name)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await press(page, 'Accept and sign in')
  await expect(heading(page, 'Sites')).toBeVisible()
  await page.goto('/security')
  await expect(heading(page, 'Security')).toBeVisible()
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: ada.name }).click()
  // the list of sessions has one, too
  await page.getByRole('dialog', { name: 'Signed in' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await press(page, 'Sign in')
}

test('a passkey signs in, alone and after the password, until it is removed; and can be required', async ({
  page,
  mock,
}) => {
  await addAuthenticator(page)
  await openSecurity(page, mock)
  await press(page, 'Add a passkey…')
  await expect(page.getByRole('table', { name: 'Passkeys' })).toContainText('Passkey 1')
  await expect(page.getByText(/only the operator of the service can let you in again/)).toBeVisible()
  await test.step('alone', async () => {
    await signOut(page)
    await press(page, 'Sign in with a passkey')
    await expect(heading(page, 'Sites')).toBeVisible()
  })
  await test.step('after the password, which alone opens nothing', async () => {
    await signOut(page)
    await enterPassword(page)
    await expect(heading(page, 'Use your passkey')).toBeVisible()
    await expectAccessible(page)
    expect((await page.request.get('/api/factors')).status()).toBe(401)
    await press(page, 'Use a passkey')
    await expect(heading(page, 'Sites')).toBeVisible()
  })
  await test.step('it shows again who one is, long after the sign-in', async () => {
    await mock.clock.advance(11 * 60_000)
    await page.clock.setFixedTime(mock.clock.now())
    await page.goto('/security')
    await press(page, 'More about Passkey 1')
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await press(page, 'Use a passkey instead')
    await expect(page.getByRole('dialog')).toContainText('Remove Passkey 1?')
    await press(page, 'Remove')
    await expect(page.getByText(/in place of the password/)).toBeVisible()
  })
  await signOut(page)
  await enterPassword(page)
  await expect(heading(page, 'Sites')).toBeVisible()
  await test.step('an owner requires it, and whoever has none adds one first', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/security')
    await press(page, 'Add a passkey…')
    await expect(page.getByText('Passkey 1')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.goto('/people')
    await press(page, 'Require it…')
    await press(page, 'Require it')
    await expect(page.getByText('Everybody needs a passkey or an authenticator app.')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.goto('/security')
    await page.getByRole('button', { name: 'More about Passkey 1' }).click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await press(page, 'Remove')
    await expect(page.getByText('A second factor is required at Fjord Bikes.')).toBeVisible()
    await page.goto('/monitors')
    await expect(heading(page, 'Security')).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 844 })
    await page.getByRole('link', { name: 'Tests', exact: true }).click()
    // the page looks as before, but leads to another
    await expect.poll(() => page.evaluate(() => history.state.usr?.back?.pathname as unknown)).toBe('/tests')
    await expect(heading(page, 'Security')).toBeVisible()
    await press(page, 'Add a passkey…')
    await page.getByRole('link', { name: 'Go on where you were' }).click()
    await expect(heading(page, 'Tests')).toBeVisible()
  })
})

test('a code of an app completes a sign-in, and a recovery code does once', async ({ page, mock }) => {
  await openSecurity(page, mock)
  await press(page, 'Set up…')
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  const app = new TOTP({ secret })
  const code = page.getByLabel('Code', { exact: true })
  await code.fill(app.generate({ timestamp: mock.clock.now() }))
  await press(page, 'Confirm')
  await expect(page.getByText(/After the password, the sign-in asks for its code/)).toBeVisible()
  await press(page, 'Make recovery codes…')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const saved = (await codes.first().textContent()) ?? ''
  await expectAccessible(page)
  await press(page, 'I have saved them')
  await test.step('with a code, which doesn’t count twice', async () => {
    await signOut(page)
    await enterPassword(page)
    await expect(heading(page, 'Enter the code of your app')).toBeVisible()
    await expectAccessible(page)
    await code.fill(app.generate({ timestamp: mock.clock.now() }))
    await press(page, 'Continue')
    await expect(code).toHaveAccessibleDescription(/was used before/)
    await mock.clock.advance(30_000)
    await code.fill(app.generate({ timestamp: mock.clock.now() }))
    await press(page, 'Continue')
    await expect(heading(page, 'Sites')).toBeVisible()
  })
  const byRecoveryCode = async () => {
    await signOut(page)
    await enterPassword(page)
    await press(page, 'Use a recovery code')
    await page.getByLabel('Recovery code').fill(saved)
    await press(page, 'Continue')
  }
  await test.step('with a recovery code', async () => {
    await byRecoveryCode()
    await expect(heading(page, 'Sites')).toBeVisible()
    await page.goto('/security')
    await expect(page.getByText(/9 of 10 are left/)).toBeVisible()
  })
  await byRecoveryCode()
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/was used before/)
})
