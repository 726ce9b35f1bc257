import { describe, expect, test } from 'vitest'
import {
  changePassword,
  createAccount,
  invite,
  listPeople,
  requestReset,
  resetPassword,
  sendWelcomeEmail,
  updateAccountEmail,
} from '../../contract/index.ts'
import { browserOf, day, peopleWorld, sessionIn } from '../test/people-world.ts'
import { nextPassword, testPassword } from '../test/password.ts'
import { signInAs } from './sign-in.ts'

describe('a password', () => {
  test('is changed with the current one; other sessions end, and this one gets a new token', async () => {
    const { signedIn, browser, owner, mailed } = await peopleWorld()
    const [here, there] = [await signedIn(), await signedIn()]
    const before = here.cookie()
    const change = (current_password: string, new_password: string) =>
      here.ask(changePassword, { body: { current_password, new_password } })
    expect(await change('wrong', nextPassword)).toMatchObject({
      status: 422,
      body: { fields: { current_password: 'isn’t your current password' } },
    })
    for (const bad of ['short', 'passwordpassword', 'Ada@Example.com', testPassword])
      expect((await change(testPassword, bad)).status, bad).toBe(422)
    expect((await change(testPassword, nextPassword)).status).toBe(200)
    expect(here.cookie()).not.toBe(before)
    expect((await here.ask(listPeople.user)).status).toBe(200)
    expect((await there.ask(listPeople.user)).status).toBe(401)
    const stolen = browser()
    stolen.use(before)
    expect((await stolen.ask(listPeople.user)).status).toBe(401)
    expect((await browser().signIn(owner.email)).status).toBe(401)
    expect((await browser().signIn(owner.email, nextPassword)).status).toBe(200)
    await mailed(owner.email, /(Your password was changed)/)
  })

  test('that was changed while somebody signed in with it begins no session', async () => {
    const { db, owner, browser, signedIn, services } = await peopleWorld()
    const before = await db.selectFrom('people').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow()
    const here = await signedIn()
    await here.ask(changePassword, { body: { current_password: testPassword, new_password: nextPassword } })
    const late = { services, address: '192.0.2.9', browser: null, token: undefined, cookieOf: () => undefined }
    const set: string[] = []
    const call = { ...late, setCookie: (cookie: string) => void set.push(cookie) }
    await expect(signInAs({ person: before }, { method: 'password', keep: true }, call)).rejects.toThrow('wrong')
    expect(set).toEqual([])
    expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
    expect((await browser().signIn(owner.email, nextPassword)).status).toBe(200)
  })

  test('has 12 to 256 characters of any kind, and all of them count', async () => {
    const { signedIn, browser, owner } = await peopleWorld()
    const here = await signedIn()
    const change = (current_password: string, new_password: string) =>
      here.ask(changePassword, { body: { current_password, new_password } })
    const longest = ' Ünïcødé 空白 "'.padEnd(256, 'lantern by the harbour ')
    for (const bad of ['harbour lan', `${longest}g`]) expect((await change(testPassword, bad)).status, bad).toBe(422)
    expect((await change(testPassword, 'harbour lant')).status).toBe(200)
    expect((await change('harbour lant', longest)).status).toBe(200)
    for (const other of [longest.slice(0, -1), longest.toUpperCase(), longest.trim()])
      expect((await browser().signIn(owner.email, other)).status, other).toBe(401)
    expect((await browser().signIn(owner.email, longest)).status).toBe(200)
  })

  test('of the mail lets one read, and change it, and nothing else', async () => {
    const { service, partner, ask, mailed } = await peopleWorld()
    const path = { partner_id: partner.id }
    const made = await ask(
      createAccount,
      { path, body: { email: 'new@example.com', site: 'new.example' } },
      partner.key,
    )
    const password = await mailed('new@example.com', /Password: +(\S+)/)
    const holder = browserOf(service, made.user_id)
    expect(sessionIn(await holder.signIn('new@example.com', password))).toMatchObject({
      person: { must_change_password: true },
    })
    expect((await holder.ask(listPeople.user)).status).toBe(200)
    const write = () => holder.ask(invite.user, { body: { email: 'x@example.com', role: 'viewer' } })
    expect(await write()).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('password of your own') },
    })
    const changed = await holder.ask(changePassword, {
      body: { current_password: password, new_password: nextPassword },
    })
    expect(sessionIn(changed)).toMatchObject({ person: { must_change_password: false } })
    expect((await write()).status).toBe(200)
  })

  test('of the mail works for 14 days after it was sent, and then by another mail only', async () => {
    const { partner, ask, db, mailed, clock, browser } = await peopleWorld()
    const path = { partner_id: partner.id }
    await db.updateTable('partners').set({ addon: 1 }).execute()
    const made = await ask(
      createAccount,
      { path, body: { email: 'first@example.com', site: 'new.example', deferred_creation: true } },
      partner.key,
    )
    // held back until then
    await clock.advance(20 * day)
    const account = { ...path, account_id: made.user_id }
    await ask(updateAccountEmail, { path: account, body: { new_email: 'new@example.com' } }, partner.key)
    const password = await mailed('new@example.com', /Password: +(\S+)/)
    await clock.advance(14 * day - 1000)
    expect((await browser().signIn('new@example.com', password)).status).toBe(200)
    await clock.advance(1000)
    expect(await browser().signIn('new@example.com', password)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('no longer works') },
    })
    expect((await browser().signIn('new@example.com', 'wrong')).status).toBe(401)
    await ask(sendWelcomeEmail, { path: account }, partner.key)
    const next = await mailed('new@example.com', /Password: +(\S+)/, 2)
    expect((await browser().signIn('new@example.com', next)).status).toBe(200)
  })

  test('is set by a link that works once, for 30 minutes, and ends all sessions', async () => {
    const { signedIn, browser, owner, mailed, clock } = await peopleWorld()
    const here = await signedIn()
    const request = () => browser().ask(requestReset, { body: { email: owner.email.toUpperCase() } })
    const reset = (token: string) => browser().ask(resetPassword, { body: { token, new_password: nextPassword } })
    expect((await request()).status).toBe(200)
    const first = await mailed(owner.email, /\/reset#([\w-]{43})/)
    await request()
    const second = await mailed(owner.email, /\/reset#([\w-]{43})/, 2)
    expect((await reset(first)).status).toBe(409)
    expect((await reset('made-up')).status).toBe(409)
    expect((await reset(second)).status).toBe(200)
    expect((await reset(second)).status).toBe(409)
    expect((await here.ask(listPeople.user)).status).toBe(401)
    expect((await browser().signIn(owner.email, nextPassword)).status).toBe(200)
    await request()
    const third = await mailed(owner.email, /\/reset#([\w-]{43})/, 3)
    await clock.advance(30 * 60_000)
    expect((await reset(third)).status).toBe(409)
  })

  test('can be asked for by anybody, and the answer says nothing', async () => {
    const { browser, owner } = await peopleWorld()
    const asked = async (email: string) => {
      const answer = await browser().ask(requestReset, { body: { email } })
      return { status: answer.status, text: answer.text.replace(email, 'X'), limits: answer.headers.get('ratelimit') }
    }
    const known = await asked(owner.email)
    expect(known.status).toBe(200)
    expect(await asked('nobody@example.com')).toMatchObject({ status: 200, text: known.text })
    for (let i = 0; i < 2; i++) await asked('nobody@example.com')
    expect((await asked('nobody@example.com')).status).toBe(429)
  })
})
