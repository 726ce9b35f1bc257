import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readSession, readSignInLink, signInByLink } from '../../../contract/index.ts'
import { aCurrentSession, anAccount } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { StubService } from '../../test/stub-service.ts'
import { atWidth } from '../../test/viewport.ts'

const h1 = (name: string) => page.getByRole('heading', { level: 1, name })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const link = { email: 'ada@fjordbikes.example', name: anAccount().name, partner: 'Nordhost', free: true }
// where it leads is a flow's: a page load would end the test
const reply = { session: null, account_id: accountId, path: '/security' }

const service = () =>
  new StubService()
    .keepSessions()
    .reply(readSession, { session: null })
    .reply(readSignInLink, link)
    .reply(signInByLink, reply)

const sent = (stub: ReturnType<typeof service>) =>
  stub.received(signInByLink).map(({ body }) => JSON.parse(body) as unknown)

test('a link signs in at once, once, and its token stays in no address', async () => {
  const stub = service()
  await renderPage('/sign-in-link#the-token', stub, null)
  await expect.poll(() => sent(stub)).toEqual([{ token: 'the-token', replace: false }])
  await expect.element(page.getByText('Signing you in…')).toBeVisible()
  expect(location.hash).toBe('')
  expect(sent(stub)).toHaveLength(1)
})

test('whoever else is signed in is asked first, and may stay', async () => {
  const before = aCurrentSession({
    person: { id: 'p2', name: 'Ben', email: 'ben@nordhost.example', must_change_password: false, has_factor: false },
  })
  const stub = service()
    .reply(readSession, { session: before })
    .reply(readSignInLink, { ...link, free: false })
  await renderPage('/sign-in-link#the-token', stub, null)
  await expect.element(h1('Switch to another sign-in?')).toBeVisible()
  await expect.element(page.getByText(/ben@nordhost\.example is signed in here\./)).toBeVisible()
  await expect
    .element(page.getByText(/of Nordhost signs in ada@fjordbikes\.example instead, for the account Fjord Bikes/))
    .toBeVisible()
  expect(sent(stub)).toEqual([])
  await atWidth(390)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await press('Switch')
  await expect.poll(() => sent(stub)).toEqual([{ token: 'the-token', replace: true }])
})

test.each([
  ['was used', '/sign-in-link#the-token'],
  ['has no token', '/sign-in-link'],
])('a link that %s says what to do', async (_, address) => {
  await renderPage(address, service().refuse(readSignInLink, { status: 409 }), null)
  await expect.element(h1('This link no longer works')).toBeVisible()
  await expect.element(page.getByText(/Go back to the page of your hosting provider/)).toBeVisible()
})

test('a link that ends meanwhile says so', async () => {
  await renderPage('/sign-in-link#the-token', service().refuse(signInByLink, { status: 409 }), null)
  await expect.element(h1('This link no longer works')).toBeVisible()
})

test('a sign-in that fails can be tried again', async () => {
  const stub = service().refuse(signInByLink, { status: 503, error: 'It failed.' })
  await renderPage('/sign-in-link#the-token', stub, null)
  await expect.element(page.getByRole('alert')).toHaveTextContent(/Couldn’t sign you in\.\s*It failed\./)
  stub.reply(signInByLink, reply)
  await press('Retry')
  await expect.poll(() => sent(stub)).toHaveLength(2)
})
