import { setSignOn } from '../../src/service/people/index.ts'
import { client, startIdentityProvider } from '../../src/service/test/identity-provider.ts'
import { expect, type FlowMock, heading, test } from '../fixtures.ts'

/** A provider with which the partner's people sign in, by their addresses at nordhost.example. */
async function signOnOf(mock: FlowMock) {
  const provider = await startIdentityProvider(`${mock.url}/sso/callback`)
  const { database, vault } = mock.service.services
  await setSignOn(
    mock.partner.id,
    { ...client, issuer: provider.issuer, domains: ['nordhost.example'], defaultRole: 'viewer', only: false },
    { database, vault, now: mock.clock.now() },
  )
  return provider
}

test('somebody of the partner signs in at its provider, and is where they wanted to be', async ({ page, mock }) => {
  const provider = await signOnOf(mock)
  try {
    provider.signIn('eve', { email: 'eve@nordhost.example', email_verified: true, name: 'Eve Larsen' })
    await page.goto('/alerts')
    await page.getByRole('textbox', { name: 'Email' }).fill('eve@nordhost.example')
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
    await expect(heading(page, 'Alerts')).toBeVisible()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/alerts')
    await page.getByRole('button', { name: 'Eve Larsen' }).click()
    await expect(page.getByRole('dialog', { name: 'Signed in' })).toContainText('eve@nordhost.example · Viewer')
    await test.step('whom the provider doesn’t vouch for stays out, and reads why', async () => {
      await page.getByRole('button', { name: 'Sign out' }).click()
      provider.signIn('bob', { email: 'bob@nordhost.example', email_verified: false })
      await page.context().clearCookies()
      await page.getByRole('textbox', { name: 'Email' }).fill('bob@nordhost.example')
      await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
      await expect(heading(page, 'You aren’t signed in')).toBeVisible()
      await expect(page.getByText('Your sign-on service says that bob@nordhost.example isn’t verified.')).toBeVisible()
    })
  } finally {
    provider.stop()
  }
})

/** A link that a panel makes for the holder of a new account. */
async function linkFor(mock: FlowMock, email: string, path: string): Promise<string> {
  const { id, key } = mock.partner
  const post = async (at: string, body: object) => {
    const reply = await fetch(`${mock.url}/api/partners/${id}/accounts${at}`, {
      method: 'POST',
      headers: { 'SERVICE-API-KEY': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await reply.json()) as { user_id: string; url: string }
  }
  const account = await post('', { email, site: `www.${email.split('@')[1]}` })
  return (await post(`/${account.user_id}/sign_in_links`, { path })).url
}

test('a link of the panel signs in once, and asks before it ends somebody else’s session', async ({ page, mock }) => {
  await page.goto(await linkFor(mock, 'ada@first.example', '/monitors'))
  await expect(heading(page, 'Monitors')).toBeVisible()
  await expect(page).toHaveURL(/\/monitors$/)
  const second = await linkFor(mock, 'ben@second.example', '/security')
  // the same page with another hash would only change the hash
  await page.goto('/account')
  await page.goto(second)
  await expect(heading(page, 'Switch to another sign-in?')).toBeVisible()
  await expect(page.getByText('ada@first.example is signed in here.')).toBeVisible()
  await page.getByRole('button', { name: 'Switch' }).click()
  await expect(heading(page, 'Security')).toBeVisible()
  await expect(page.getByText(/^By a link of your host ·/)).toBeVisible()
  await page.goto('/account')
  await page.goto(second)
  await expect(heading(page, 'This link no longer works')).toBeVisible()
})
