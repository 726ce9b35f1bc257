import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  acceptInvitation,
  changePassword,
  readInvitation,
  readSession,
  readUserEmail,
  requestReset,
  resetPassword,
  signIn,
  signInWithKey,
  signOut,
} from '../../../contract/index.ts'
import { session } from '../../api/session.ts'
import { aCurrentSession, aMembership, anAccount, personId } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { renderFor } from '../../test/signed-in.ts'
import { StubService } from '../../test/stub-service.ts'
import { atWidth } from '../../test/viewport.ts'

const h1 = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const alert = page.getByRole('alert')
const email = page.getByRole('textbox', { name: 'Email' })
const password = page.getByLabelText('Password', { exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const nobody = () => new StubService().keepSessions().reply(readSession, { session: null })
const twoPlaces = () =>
  aCurrentSession({
    memberships: [aMembership(), aMembership({ kind: 'partner', id: 'p2', name: 'Nord Host', role: 'owner' })],
  })

test('the sign-in asks for an email address and a password first, and for a key on request', async () => {
  await renderPage('/sign-in?back=/alerts', nobody(), null)
  await expect.element(email).toBeVisible()
  await expect.element(password).toHaveAttribute('type', 'password')
  await atWidth(390)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.getByRole('link', { name: 'Sign in with an API key' }).click()
  await expect.element(page.getByLabelText('API key')).toBeVisible()
  await expect.poll(() => location.search).toBe('?back=%2Falerts&by=key')
  await page.getByRole('link', { name: 'Sign in with an email address' }).click()
  await expect.element(email).toBeVisible()
})

test('a service without sessions is signed in to by key alone', async () => {
  await renderPage('/sign-in', new StubService(), null)
  await expect.element(page.getByLabelText('API key')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /email/ })).not.toBeInTheDocument()
})

test('what is missing is said at its field', async () => {
  const service = nobody()
  await renderPage('/sign-in', service, null)
  await press('Sign in')
  await expect.element(email).toHaveAccessibleDescription('Enter your email address.')
  await expect.element(email).toHaveFocus()
  await expect.element(page.getByText('Enter your password.')).toBeVisible()
  await email.fill('01990000-0000-7000-8000-0000000000b1')
  await press('Sign in')
  await expect.element(email).toHaveAccessibleDescription(/choose “Sign in with an API key”/)
  expect(service.received(signIn)).toEqual([])
})

async function enter(): Promise<void> {
  await email.fill('ada@fjordbikes.example')
  await password.fill('correct horse battery')
  await press('Sign in')
}

test.each([
  ['refused', { status: 401 }, 'That email address and password don’t match.'],
  ['unanswered', { status: 503, error: 'The service cannot answer now.' }, 'The service cannot answer now.'],
  ['impossible', { status: 409, error: 'Sign in over https.' }, 'Sign in over https.'],
])('a sign-in that is %s says why and keeps what was typed', async (_, refusal, words) => {
  await renderPage('/sign-in', nobody().refuse(signIn, refusal), null)
  await enter()
  await expect.element(alert).toHaveTextContent(words)
  await expect.element(email).toHaveValue('ada@fjordbikes.example')
  await expect.element(password).toHaveValue('correct horse battery')
})

test('after too many attempts, the wait is counted down', async () => {
  const tooMany = () => Response.json({ error: 'Too many.' }, { status: 429, headers: { 'Retry-After': '90' } })
  await renderPage('/sign-in', nobody().answer(signIn, tooMany), null)
  await enter()
  await expect.element(alert).toHaveTextContent(/Too many attempts\. Try again in (2 minutes|90 seconds|1 minute)/)
})

test('whoever belongs to several chooses, by name and role', async () => {
  const service = nobody()
  await renderPage('/sign-in', service, null)
  service.answer(signIn, () => {
    service.reply(readSession, { session: twoPlaces() })
    return Response.json({ session: twoPlaces() })
  })
  await enter()
  await expect.element(h1('Choose where to work')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Fjord Bikes Account · Manager' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Nord Host Partner · Owner' })).toBeVisible()
  await expect.element(page.getByText('Signed in as ada@fjordbikes.example')).toBeVisible()
  const [sent] = service.received(signIn)
  expect(sent?.credentials).toBe('same-origin')
})

test('a new tab finds the session, and the page that was asked for', async () => {
  const service = serviceWith().keepSessions().reply(readSession, { session: aCurrentSession() })
  const { router } = await renderPage('/account', service, null)
  await expect.element(h1('Account')).toBeVisible()
  expect(router.state.location.pathname).toBe('/account')
})

test('whoever belongs nowhere any more is told so, and can sign out', async () => {
  const service = nobody().reply(readSession, { session: aCurrentSession({ memberships: [] }) })
  await renderPage('/sign-in', service, null)
  await expect.element(h1('No access')).toBeVisible()
  service.answer(signOut, () => {
    service.reply(readSession, { session: null })
    return Response.json({ id: aCurrentSession().id })
  })
  await press('Sign out')
  await expect.element(h1('Sign in')).toBeVisible()
  expect(service.received(signOut)).toHaveLength(1)
})

test('a key is given up for a session, and is kept nowhere', async () => {
  const ofKey = aCurrentSession({ person: null, memberships: [aMembership({ id: accountId, role: 'owner' })] })
  const service = serviceWith().keepSessions().reply(signInWithKey, { session: ofKey })
  await renderPage('/account', service, 'user')
  await expect.poll(() => sessionStorage.getItem('site-performance.session')).toContain(ofKey.id)
  const kept = [sessionStorage, localStorage].flatMap((storage) => Object.values(storage))
  expect(kept.join()).not.toMatch(/"(?:key|partnerKey)"/)
  expect(service.received(signInWithKey).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { id: accountId, key: 'key', keep: false },
  ])
})

test('a session that ended elsewhere ends here, and remembers where it was', async () => {
  const service = serviceWith()
  await renderFor(aCurrentSession(), '/account', service)
  await expect.element(h1('Account')).toBeVisible()
  service.refuse(readUserEmail, { status: 401 })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => session.refusal()).toMatchObject({ reason: 'ended', id: accountId, subject: personId })
})

test('whoever is no longer among an account’s people loses it as soon as something is denied', async () => {
  const service = serviceWith()
  await renderFor(aCurrentSession(), '/account', service)
  await expect.element(h1('Account')).toBeVisible()
  service.refuse(readUserEmail, { status: 403 }).reply(readSession, { session: aCurrentSession({ memberships: [] }) })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => session.refusal()).toMatchObject({ reason: 'denied', id: accountId })
})

test('a mailed password is changed first, and the page says why', async () => {
  const current = aCurrentSession()
  const service = serviceWith()
  const mailed = { ...current, person: current.person && { ...current.person, must_change_password: true } }
  const { router } = await renderFor(mailed, '/account', service)
  await expect.element(h1('Choose a password')).toBeVisible()
  await expect.element(page.getByText(/Yours came by mail, where others may read it\./)).toBeVisible()
  await page.getByLabelText('Password from the mail').fill('mailed')
  await page.getByLabelText('New password').fill('short')
  await press('Change password')
  await expect
    .element(page.getByLabelText('New password'))
    .toHaveAccessibleDescription(/^This must have at least 12 characters\./)
  await page.getByLabelText('New password').fill('correct horse battery')
  service.refuse(changePassword, { status: 422, fields: { current_password: 'isn’t your current password' } })
  await press('Change password')
  await expect
    .element(page.getByLabelText('Password from the mail'))
    .toHaveAccessibleDescription('This isn’t your current password.')
  service.answer(changePassword, () => {
    service.reply(readSession, { session: current })
    return Response.json({ session: current })
  })
  await press('Change password')
  await expect.element(h1('Account')).toBeVisible()
  expect(router.state.location.pathname).toBe('/account')
})

test('a link to set a new password is asked for with the same answer for everybody', async () => {
  const service = nobody().reply(requestReset, { email: 'ada@fjordbikes.example', minutes: 30 })
  await renderPage('/sign-in', service, null)
  await email.fill('ada@fjordbikes.example ')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect.element(h1('Forgot your password?')).toBeVisible()
  await expect.element(email).toHaveValue('ada@fjordbikes.example')
  // it stays in no history
  expect(location.pathname + location.search + location.hash).toBe('/reset')
  await press('Send the link')
  await expect.element(h1('Look into your mail')).toHaveFocus()
  await expect.element(page.getByText(/If ada@fjordbikes.example belongs to somebody here/)).toBeVisible()
})

test('each page that a link of the sign-in opens begins at its heading', async () => {
  await renderPage('/sign-in', nobody(), null)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect.element(h1('Forgot your password?')).toHaveFocus()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect.element(h1('Sign in')).toHaveFocus()
})

test('a link to set a new password sets it, and its token stays in no address', async () => {
  const service = nobody().reply(resetPassword, { email: 'ada@fjordbikes.example' })
  await renderPage('/reset#the-token', service, null)
  await expect.element(h1('Set a new password')).toBeVisible()
  expect(location.hash).toBe('')
  await page.getByLabelText('New password').fill('correct horse battery')
  await press('Set password')
  await expect.element(h1('Password changed')).toBeVisible()
  await expect.element(page.getByText(/All sessions of ada@fjordbikes.example have ended/)).toBeVisible()
  expect(service.received(resetPassword).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { token: 'the-token', new_password: 'correct horse battery' },
  ])
})

test('a link to set a new password that was used or is over says so', async () => {
  await renderPage('/reset#the-token', nobody().refuse(resetPassword, { status: 409 }), null)
  await page.getByLabelText('New password').fill('correct horse battery')
  await press('Set password')
  await expect.element(h1('This link no longer works')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Ask for another link' })).toBeVisible()
})

test('a password that is easy to guess is refused at its field', async () => {
  const easy = { status: 422, fields: { new_password: 'is too easy to guess: choose another one' } }
  await renderPage('/reset#the-token', nobody().refuse(resetPassword, easy), null)
  await page.getByLabelText('New password').fill('passwordpassword')
  await press('Set password')
  await expect.element(page.getByLabelText('New password')).toHaveAccessibleDescription(/This is too easy to guess/)
})

const invitation = {
  email: 'ben@fjordbikes.example',
  role: 'operator',
  kind: 'account',
  id: anAccount().id,
  name: anAccount().name,
  invited_by: 'Ada Berg',
  expires_at: '2026-11-28T10:00:00.000Z',
  known: false,
}

test('an invitation says who invites to what, and takes a name and a password', async () => {
  const service = nobody()
    .reply(readInvitation, invitation)
    .refuse(acceptInvitation, { status: 422, fields: { name: 'is required' } })
  await renderPage('/invitation#the-token', service, null)
  await expect.element(h1('Join Fjord Bikes')).toBeVisible()
  await expect.element(page.getByText(/Ada Berg invites you as an operator\./)).toBeVisible()
  expect(location.hash).toBe('')
  await press('Accept and sign in')
  await expect.element(page.getByText('Enter your name.')).toBeVisible()
  await page.getByLabelText('Your name').fill('Ben')
  await password.fill('correct horse battery')
  await press('Accept and sign in')
  await expect.element(page.getByText('This is required.')).toBeVisible()
  expect(service.received(acceptInvitation).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { token: 'the-token', name: 'Ben', password: 'correct horse battery', keep: false },
  ])
})

test('an invitation without an address asks for it', async () => {
  const service = nobody()
    .reply(readInvitation, { ...invitation, email: null, invited_by: null })
    .refuse(acceptInvitation, { status: 503, error: 'The service cannot answer now.' })
  await renderPage('/invitation#the-token', service, null)
  await expect.element(page.getByText(/You’re invited as an operator\./)).toBeVisible()
  await page.getByLabelText('Your name').fill('Ben')
  await password.fill('correct horse battery')
  await press('Accept and sign in')
  await expect.element(email).toHaveAccessibleDescription('Enter your email address.')
  await email.fill('ben@nordhost.example')
  await press('Accept and sign in')
  await expect.element(alert).toHaveTextContent('The service cannot answer now.')
  expect(service.received(acceptInvitation).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { token: 'the-token', email: 'ben@nordhost.example', name: 'Ben', password: 'correct horse battery', keep: false },
  ])
})

test('whoever has a password already accepts with it', async () => {
  const service = nobody()
    .reply(readInvitation, { ...invitation, known: true })
    .refuse(acceptInvitation, { status: 401 })
  await renderPage('/invitation#the-token', service, null)
  await page.getByLabelText('Your password').fill('wrong password')
  await press('Accept')
  await expect.element(alert).toHaveTextContent('That isn’t the password of this email address.')
  await expect.element(page.getByLabelText('Your name')).not.toBeInTheDocument()
})

test('an invitation isn’t accepted in a session by single sign-on', async () => {
  const service = nobody()
    .reply(readInvitation, invitation)
    .reply(readSession, { session: aCurrentSession({ method: 'sign_on' }) })
  await renderPage('/invitation#the-token', service, null)
  await expect.element(h1('Sign out to accept')).toBeVisible()
  await expect.element(page.getByText(/You’re signed in by single sign-on/)).toBeVisible()
})

test('an invitation for somebody else than who is signed in can be accepted after signing out', async () => {
  const service: StubService = nobody()
    .reply(readInvitation, invitation)
    .reply(readSession, { session: aCurrentSession() })
    .answer(signOut, () => {
      service.reply(readSession, { session: null })
      return Response.json({ id: aCurrentSession().id })
    })
  await renderPage('/invitation#the-token', service, null)
  await expect.element(h1('This invitation is for somebody else')).toBeVisible()
  await expect.element(page.getByText(/sent to ben@fjordbikes.example, and ada@fjordbikes.example/)).toBeVisible()
  await press('Sign out and go on')
  await expect.element(page.getByLabelText('Your name')).toBeVisible()
})

test.each([
  ['was used or withdrawn', '/invitation#the-token'],
  ['has no token', '/invitation'],
])('an invitation that %s says what to do', async (_, address) => {
  await renderPage(address, nobody().refuse(readInvitation, { status: 409 }), null)
  await expect.element(h1('This invitation no longer works')).toBeVisible()
  await expect.element(page.getByText(/ask whoever invited you to send it again/)).toBeVisible()
})

test('an invitation that can’t be read can be read again', async () => {
  const service = nobody().refuse(readInvitation, { status: 500, error: 'It failed.' })
  await renderPage('/invitation#the-token', service, null)
  await expect.element(alert).toHaveTextContent(/Couldn’t read the invitation\.\s*It failed\./)
  service.reply(readInvitation, invitation)
  await press('Retry')
  await expect.element(h1('Join Fjord Bikes')).toBeVisible()
})
