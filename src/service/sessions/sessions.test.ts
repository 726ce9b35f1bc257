import { describe, expect, test } from 'vitest'
import { endOtherSessions, endSession, listPeople, listSessions, readSession, signOut } from '../../contract/index.ts'
import { day, hour, peopleWorld } from '../test/people-world.ts'
import { insertMember, sessionOf } from '../test/people.ts'
import { testPassword } from '../test/password.ts'

describe('a session', () => {
  test('ends after 12 hours without a request; a kept one after 30 days', async () => {
    const { browser, signedIn, owner, clock } = await peopleWorld()
    const [short, kept] = [await signedIn(), browser()]
    const answer = await kept.signIn(owner.email, testPassword, true)
    expect(answer.headers.getSetCookie()[0]).toContain('; Max-Age=2592000;')
    await clock.advance(11 * hour)
    expect((await short.ask(listPeople.user)).status).toBe(200)
    await clock.advance(11 * hour)
    expect((await short.ask(listPeople.user)).status).toBe(200)
    await clock.advance(12 * hour)
    expect((await short.ask(listPeople.user)).status).toBe(401)
    expect((await kept.ask(listPeople.user)).status).toBe(200)
    await clock.advance(29 * day)
    expect((await kept.ask(listPeople.user)).status).toBe(401)
    // what is over is taken back
    expect((await kept.ask(readSession)).headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
  })

  test('that is used all the time ends after 30 days', async () => {
    const { signedIn, clock } = await peopleWorld()
    const used = await signedIn()
    for (let i = 0; i < 60; i++) {
      expect((await used.ask(listPeople.user)).status, String(i)).toBe(200)
      await clock.advance(12 * hour - 60_000)
    }
    await clock.advance(hour)
    expect((await used.ask(listPeople.user)).status).toBe(401)
  })

  test('is listed with the others, and each can be ended, or all others', async () => {
    const { signedIn } = await peopleWorld()
    const all = [await signedIn(), await signedIn(), await signedIn()] as const
    const list = async () =>
      ((await all[0].ask(listSessions)).body as { sessions: { id: string; current: boolean }[] }).sessions
    expect((await list()).filter(({ current }) => current)).toHaveLength(1)
    const [other] = (await list()).filter(({ current }) => !current)
    expect((await all[0].ask(endSession, { path: { session_id: other?.id ?? '' } })).status).toBe(200)
    expect(await list()).toHaveLength(2)
    expect((await all[0].ask(endOtherSessions)).body).toEqual({ ended: 1 })
    expect((await all[1].ask(listPeople.user)).status).toBe(401)
    expect((await all[2].ask(listPeople.user)).status).toBe(401)
    expect((await all[0].ask(signOut)).status).toBe(200)
    expect(all[0].cookie()).toBeUndefined()
  })

  test('is one of 20 at most: with one more, the one used least recently ends', async () => {
    const { signedIn, clock, db, owner } = await peopleWorld()
    const first = await signedIn()
    const second = await signedIn()
    for (let i = 0; i < 18; i++) await sessionOf(db, { person: owner }, clock.now())
    await clock.advance(60_000)
    expect((await first.ask(listPeople.user)).status).toBe(200)
    await signedIn()
    expect((await first.ask(listPeople.user)).status).toBe(200)
    expect((await second.ask(listPeople.user)).status).toBe(401)
  })

  test('of somebody else can’t be ended', async () => {
    const { signedIn, db, account } = await peopleWorld()
    const stranger = await sessionOf(db, { person: await insertMember(db, { account_id: account.id }, 'owner') })
    const answer = await (await signedIn()).ask(endSession, { path: { session_id: stranger.id } })
    expect(answer.status).toBe(404)
  })
})
