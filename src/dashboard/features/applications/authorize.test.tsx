import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { decideAuthorization, listSessions, readAuthorization, readSession } from '../../../contract/index.ts'
import { queryClient } from '../../api/queries.ts'
import { aCurrentSession, aMembership } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { renderFor } from '../../test/signed-in.ts'
import { StubService } from '../../test/stub-service.ts'
import { atWidth } from '../../test/viewport.ts'

const h1 = (name: string) => page.getByRole('heading', { level: 1, name })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const role = (name: RegExp) => page.getByRole('radio', { name })
const asked = {
  response_type: 'code',
  client_id: 'app-1',
  redirect_uri: 'https://shop.example/connected',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  scope: 'operator',
  state: 'xyz',
}
const address = `/oauth/authorize?${new URLSearchParams(asked)}`
const own = aMembership({ id: accountId, role: 'manager' })
const other = aMembership({ kind: 'partner', id: 'p2', name: 'Nord Host', role: 'viewer' })

function service(memberships = [own]) {
  const reply = { name: 'Shop Connector', origin: 'https://shop.example', role: 'operator', memberships }
  return (
    serviceWith()
      .reply(readAuthorization, reply)
      // the page itself, so that the test stays on it
      .answer(decideAuthorization, () => Response.json({ redirect_to: `${location.href}#decided` }))
  )
}

const sent = (stub: ReturnType<typeof service>) =>
  stub.received(decideAuthorization).map(({ body }) => JSON.parse(body) as unknown)

test('an application is allowed what was chosen, and the browser goes where the service says', async () => {
  const stub = service()
  await renderFor(aCurrentSession({ memberships: [own] }), address, stub)
  await expect.element(h1('Allow Shop Connector?')).toBeVisible()
  await expect
    .element(page.getByText(/asks to work as an operator for .+\. Afterwards you’re sent to https:\/\/shop\.example\./))
    .toBeVisible()
  await expect.element(role(/^Operator/)).toBeChecked()
  // one can't give more than one has
  await expect.element(role(/^Owner/)).not.toBeInTheDocument()
  await role(/^Viewer/).click()
  await press('Allow')
  await expect.poll(() => sent(stub)).toEqual([{ ...asked, allow: true, place_id: accountId, role: 'viewer' }])
  await expect.poll(() => location.hash).toBe('#decided')
})

test('whoever belongs to several places chooses one, which bounds the role', async () => {
  const stub = service([own, other])
  await renderFor(aCurrentSession({ memberships: [own, other] }), address, stub)
  await role(/^Nord Host/).click()
  await expect.element(role(/^Viewer/)).toBeChecked()
  await expect.element(role(/^Operator/)).not.toBeInTheDocument()
  await atWidth(390)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await press('Allow')
  await expect.poll(() => sent(stub)).toEqual([{ ...asked, allow: true, place_id: 'p2', role: 'viewer' }])
})

test('an application that is refused is told so', async () => {
  const stub = service()
  await renderFor(aCurrentSession({ memberships: [own] }), address, stub)
  await press('Refuse')
  await expect.poll(() => sent(stub)).toEqual([{ ...asked, allow: false }])
})

test.each([
  [{ status: 404 }, 'No application with this client_id is registered here. Nothing was allowed.'],
  [
    { status: 422, fields: { redirect_uri: 'isn’t registered for Shop Connector' } },
    'It sent you here with a wrong redirect_uri, which isn’t registered for Shop Connector. Nothing was allowed.',
  ],
])('one that asks wrongly gets nobody anywhere: %o', async (refusal, words) => {
  const stub = service().refuse(readAuthorization, refusal)
  await renderFor(aCurrentSession({ memberships: [own] }), address, stub)
  await expect.element(h1('This application can’t be connected')).toBeVisible()
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Allow' })).not.toBeInTheDocument()
})

test('a session that may give nobody access says how to get one that may', async () => {
  const words = 'You signed in by single sign-on. Sign in with your own password or passkey to do this.'
  const stub = service().refuse(readAuthorization, { status: 403, error: words })
  await renderFor(aCurrentSession({ memberships: [own] }), address, stub)
  await expect.element(page.getByText(`${words} Nothing was allowed.`)).toBeVisible()
})

test('where a second factor is required, it comes first, and leads back here', async () => {
  const lacking = aMembership({ id: accountId, needs_factor: true })
  const stub = service([lacking, other]).reply(listSessions, { sessions: [] })
  await renderFor(aCurrentSession({ memberships: [lacking, other] }), address, stub)
  const allow = page.getByRole('button', { name: 'Allow' })
  await expect.element(allow).toBeDisabled()
  await role(/^Nord Host/).click()
  await expect.element(allow).toBeEnabled()
  await role(/^Fjord Bikes/).click()
  await page.getByRole('link', { name: 'Set one up first' }).click()
  await expect.element(h1('Security')).toBeVisible()
  stub.reply(readSession, { session: aCurrentSession({ memberships: [own, other] }) })
  await queryClient.invalidateQueries({ queryKey: [readSession.id] })
  await page.getByRole('link', { name: 'Go on where you were' }).click()
  await expect.element(h1('Allow Shop Connector?')).toBeVisible()
})

test('whoever has the password of the mail chooses one first', async () => {
  const current = aCurrentSession({ memberships: [own] })
  const person = current.person && { ...current.person, must_change_password: true }
  await renderFor({ ...current, person }, address, service())
  await expect.element(h1('Choose a password')).toBeVisible()
  expect(new URLSearchParams(location.search).get('back')).toBe(address)
})

test('a failure can be tried again', async () => {
  const stub = service().refuse(decideAuthorization, { status: 409, error: 'There are 50 keys already.' })
  await renderFor(aCurrentSession({ memberships: [own] }), address, stub)
  await press('Allow')
  await expect.element(page.getByRole('alert')).toHaveTextContent(/Nothing was allowed\.\s*There are 50 keys already\./)
  await expect.element(page.getByRole('button', { name: 'Allow' })).toBeEnabled()
})

test('whoever isn’t signed in signs in first, and comes back', async () => {
  await renderPage(address, new StubService().keepSessions().reply(readSession, { session: null }), null)
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  expect(new URLSearchParams(location.search).get('back')).toBe(address)
})

test('a service without sessions has no applications', async () => {
  await renderPage(address, serviceWith(), 'user')
  await expect.element(page.getByText(/This service has no sessions/)).toBeVisible()
})
