import { describe, expect, test } from 'vitest'
import {
  acceptInvitation,
  beginAuthenticator,
  changePassword,
  invite,
  listPeople,
  listSessions,
  proveYourself,
  readFactors,
  readSession,
  replaceRecoveryCodes,
  requestReset,
  resetPassword,
} from '../../contract/index.ts'
import { begin, byCode, secondIn, withApp } from '../test/factors.ts'
import { nextPassword, testPassword } from '../test/password.ts'
import { sessionIn } from '../test/people-world.ts'

const minute = 60_000

describe('a sign-in that waits for its second factor', () => {
  test('opens nothing, and says nothing but what completes it', async () => {
    const { browser, owner } = await withApp()
    const there = browser()
    await there.signIn(owner.email)
    expect((await there.ask(listPeople.user)).status).toBe(401)
    for (const endpoint of [readFactors, listSessions, beginAuthenticator, replaceRecoveryCodes])
      expect((await there.ask(endpoint)).status, endpoint.id).toBe(401)
    expect((await there.ask(proveYourself, { body: { password: testPassword } })).status).toBe(401)
    const body = { current_password: testPassword, new_password: nextPassword }
    expect((await there.ask(changePassword, { body })).status).toBe(401)
    expect(sessionIn(await there.ask(readSession))).toBeNull()
    // nor as a session's own cookie
    const token = there.cookie('-pending')
    there.use(token)
    expect((await there.ask(listPeople.user)).status).toBe(401)
  })

  test('is over after 5 minutes, once it is used, and with a change of the password', async () => {
    const { browser, owner, here, code, clock } = await withApp()
    const there = browser()
    await there.signIn(owner.email)
    await clock.advance(5 * minute)
    expect((await byCode(there, code())).status).toBe(401)
    await there.signIn(owner.email)
    const pending = there.cookie('-pending')
    expect((await byCode(there, code())).status).toBe(200)
    const thief = browser()
    thief.use(pending, '-pending')
    await clock.advance(minute)
    expect((await byCode(thief, code())).status).toBe(401)
    await there.signIn(owner.email)
    await here.ask(changePassword, { body: { current_password: testPassword, new_password: nextPassword } })
    expect((await byCode(there, code())).status).toBe(401)
  })

  test('ends with a token that no browser had before', async () => {
    const { browser, owner, code } = await withApp()
    const there = browser()
    const fixed = 'A'.repeat(43)
    there.use(fixed)
    there.use(fixed, '-pending')
    await there.signIn(owner.email)
    const pending = there.cookie('-pending')
    expect(pending).not.toBe(fixed)
    await byCode(there, code())
    expect([fixed, pending]).not.toContain(there.cookie())
    expect(there.cookie('-pending')).toBeUndefined()
  })

  test('isn’t avoided by a link for a new password, nor by an invitation', async () => {
    const { browser, owner, mailed, partner, service } = await withApp()
    await browser().ask(requestReset, { body: { email: owner.email } })
    const token = await mailed(owner.email, /reset#([\w-]+)/)
    await browser().ask(resetPassword, { body: { token, new_password: nextPassword } })
    const there = browser()
    expect(secondIn(await there.signIn(owner.email, nextPassword))).toMatchObject({ kinds: ['authenticator'] })

    const other = await service.makeAccount(partner)
    await service.ask(invite.user, { body: { email: owner.email, role: 'viewer' } }, other.key)
    const invited = await mailed(owner.email, /invitation#([\w-]+)/)
    const guest = browser()
    const body = { token: invited, password: nextPassword, keep: false }
    expect((await guest.ask(acceptInvitation, { body })).status).toBe(409)
    expect(guest.cookie()).toBeUndefined()
  })

  test('is one of 5 of a person, and of 2000 of anybody', async () => {
    const { browser, owner, db, code } = await withApp()
    const first = browser()
    await first.signIn(owner.email)
    for (let i = 0; i < 5; i++) await browser().signIn(owner.email)
    expect((await byCode(first, code())).status).toBe(401)
    const row = await db.selectFrom('pending_sign_ins').selectAll().limit(1).executeTakeFirstOrThrow()
    const many = Array.from({ length: 2000 }, (_, i) => ({ ...row, id: `a${i}`, token_hash: `a${i}`, person_id: null }))
    for (let i = 0; i < 2000; i += 500)
      await db
        .insertInto('pending_sign_ins')
        .values(many.slice(i, i + 500))
        .execute()
    await begin(browser())
    const { count } = await db
      .selectFrom('pending_sign_ins')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('person_id', 'is', null)
      .executeTakeFirstOrThrow()
    expect(count).toBe(2000)
  })
})
