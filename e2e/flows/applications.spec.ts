import { createHash, randomBytes } from 'node:crypto'
import { connector } from '../mock/seed-keys.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadable,
  heading,
  preferTheme,
  test,
} from '../fixtures.ts'

test('an application of a third party is allowed, works with its key, and is ended', async ({ page, mock, signIn }) => {
  const verifier = randomBytes(32).toString('base64url')
  const redirect = 'http://127.0.0.1:51234/connected'
  const asked = {
    response_type: 'code',
    client_id: connector.id,
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'operator',
    state: 'from-the-shop',
  }
  // the application, on its user's own machine
  await page.route(`${redirect}*`, (route) => route.fulfill({ body: 'connected' }))
  await signIn('account')
  await page.goto(`/oauth/authorize?${new URLSearchParams(asked)}`)
  await expect(heading(page, 'Allow Shop Connector?')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Operator/ })).toBeChecked()
  await expectAccessible(page)
  await preferTheme(page, 'dark')
  await expectReadable(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL(`${redirect}?**`)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('state')).toBe('from-the-shop')
  // the question isn't asked again on the way back
  await page.goBack()
  await expect(heading(page, 'Sites')).toBeVisible()

  const reply = await fetch(`${mock.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      client_id: connector.id,
      redirect_uri: redirect,
      code_verifier: verifier,
    }),
  })
  const token = (await reply.json()) as { access_token: string; user_id: string; scope: string }
  expect(token).toMatchObject({ user_id: mock.account.id, scope: 'operator' })
  const sites = () =>
    fetch(`${mock.url}/api/sites`, { headers: { Authorization: `Bearer ${token.access_token}` } }).then(
      ({ status }) => status,
    )
  expect(await sites()).toBe(200)

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/keys')
  // the first is of the time before
  await expect(page.getByRole('row', { name: /^Shop Connector/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'More about Shop Connector' }).first().click()
  await page.getByRole('menuitem', { name: 'End…' }).click()
  await page.getByRole('button', { name: 'End key' }).click()
  await expect(page.getByRole('row', { name: /^Shop Connector/ })).toHaveCount(1)
  expect(await sites()).toBe(401)
})
