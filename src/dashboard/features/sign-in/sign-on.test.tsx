import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { beginSignOn, finishSignOn, readSession, readSignOn } from '../../../contract/index.ts'
import { partnerId, renderPage } from '../../test/render-page.tsx'
import { StubService } from '../../test/stub-service.ts'

const h1 = (name: string) => page.getByRole('heading', { level: 1, name })
const alert = page.getByRole('alert')
const email = page.getByRole('textbox', { name: 'Email' })
const signOnButton = page.getByRole('button', { name: 'Continue with single sign-on' })
const guest = (only = false, available = true) =>
  new StubService()
    .keepSessions()
    .reply(readSession, { session: null })
    .reply(readSignOn, { available, only })
    .reply(beginSignOn, { url: '#at-the-provider' })
const bodies = (service: StubService, endpoint: typeof beginSignOn | typeof finishSignOn) =>
  service.received(endpoint).map(({ body }) => JSON.parse(body) as unknown)

test('an address whose domain has single sign-on offers it beside the password', async () => {
  const service = guest()
  await renderPage('/sign-in?back=/alerts', service, null)
  await expect.element(signOnButton).not.toBeInTheDocument()
  await email.fill('ada@nordhost.example')
  await signOnButton.click()
  await expect.poll(() => location.hash).toBe('#at-the-provider')
  expect(bodies(service, beginSignOn)).toEqual([{ email: 'ada@nordhost.example', path: '/alerts', keep: false }])
  await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
})

test('where it’s the only way, there is no password to enter', async () => {
  const service = guest(true)
  await renderPage('/sign-in', service, null)
  await email.fill('ada@nordhost.example')
  await expect.element(signOnButton).toBeVisible()
  await expect.element(page.getByLabelText('Password', { exact: true })).not.toBeInTheDocument()
  await signOnButton.click()
  await expect
    .poll(() => bodies(service, beginSignOn))
    .toEqual([{ email: 'ada@nordhost.example', path: '/', keep: false }])
})

test('another domain has none, and nor has a service that knows none', async () => {
  const service = guest(false, false)
  await renderPage('/sign-in', service, null)
  await email.fill('ada@fjordbikes.example')
  await expect.poll(() => service.received(readSignOn)).toHaveLength(1)
  await expect.element(signOnButton).not.toBeInTheDocument()
  service.refuse(readSignOn, { status: 404 })
  await email.fill('ada@other.example')
  await expect.poll(() => service.received(readSignOn)).toHaveLength(2)
  await expect.element(signOnButton).not.toBeInTheDocument()
  await expect.element(alert).not.toBeInTheDocument()
})

test('a provider that is away is said', async () => {
  const sentence = 'The sign-on service of nordhost.example doesn’t answer as it should. Try again later.'
  await renderPage('/sign-in', guest().refuse(beginSignOn, { status: 409, error: sentence }), null)
  await email.fill('ada@nordhost.example')
  await signOnButton.click()
  await expect.element(alert).toHaveTextContent(sentence)
})

const back = '/sso/callback?code=the-code&state=the-state'

// where it leads is a flow's: a page load would end the test
test('the answer of the provider is handed on once, and its code stays in no address', async () => {
  const service = guest().reply(finishSignOn, { session: null, partner_id: partnerId, path: '/security' })
  await renderPage(back, service, null)
  await expect.poll(() => bodies(service, finishSignOn)).toEqual([{ response: 'code=the-code&state=the-state' }])
  await expect.element(page.getByText('Signing you in…')).toBeVisible()
  expect(location.search).toBe('')
})

test('an answer that doesn’t fit is said in words', async () => {
  const sentence = 'This sign-in wasn’t begun in this browser, or took too long. Begin again.'
  await renderPage(back, guest().refuse(finishSignOn, { status: 409, error: sentence }), null)
  await expect.element(h1('You aren’t signed in')).toBeVisible()
  await expect.element(page.getByText(sentence)).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect.element(email).toBeVisible()
})

test('a service that doesn’t answer can be asked again', async () => {
  const service = guest().refuse(finishSignOn, { status: 503, error: 'It failed.' })
  await renderPage(back, service, null)
  await expect.element(alert).toHaveTextContent(/Couldn’t sign you in\.\s*It failed\./)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => service.received(finishSignOn)).toHaveLength(2)
})

test('without an answer, the page says where to begin', async () => {
  await renderPage('/sso/callback', guest(), null)
  await expect.element(h1('Nothing to finish here')).toBeVisible()
})
