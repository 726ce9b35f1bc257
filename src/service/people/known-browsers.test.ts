import { describe, expect, test } from 'vitest'
import { Retention } from '../retention/index.ts'
import { day, peopleWorld } from '../test/people-world.ts'

describe('a browser', () => {
  test('that a person hasn’t signed in with before is mailed, and the first and a known one aren’t', async () => {
    const { signedIn, browser, owner, mailed, clock } = await peopleWorld()
    const here = await signedIn()
    await here.signIn(owner.email)
    const there = browser()
    await there.signIn(owner.email)
    expect(await mailed(owner.email, /Address:\s+(\S+)/)).toBe('192.0.2.1')
    await there.signIn(owner.email)
    await mailed(owner.email, /Address:\s+(\S+)/)
    await clock.advance(400 * day)
    await there.signIn(owner.email)
    await mailed(owner.email, /Address:\s+(\S+)/, 2)
  })

  test('is one of 20 that are remembered, and forgotten after 400 days', async () => {
    const { browser, owner, db, clock, services } = await peopleWorld()
    for (let i = 0; i < 22; i++) await browser().signIn(owner.email)
    const known = () => db.selectFrom('known_browsers').selectAll().execute()
    expect(await known()).toHaveLength(20)
    await clock.advance(400 * day)
    await new Retention(services).run()
    expect(await known()).toEqual([])
  })
})
