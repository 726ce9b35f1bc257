import { describe, expect, test } from 'vitest'
import {
  beginAuthenticator,
  beginPasskey,
  listPeople,
  proveYourself,
  readFactors,
  removeAuthenticator,
  replaceRecoveryCodes,
  signInWithKey,
} from '../../contract/index.ts'
import { addKey, type Browser, factorsIn, optionsIn, withApp } from '../test/factors.ts'
import { peopleWorld, sessionIn } from '../test/people-world.ts'
import { insertMember } from '../test/people.ts'
import { resetFactorsOfWho } from './operator-actions.ts'

const minute = 60_000

describe('a change of factors', () => {
  test('needs the password or a passkey of the last 10 minutes', async () => {
    const { signedIn, clock, db, account } = await peopleWorld()
    const here = await signedIn()
    const { device } = await addKey(here)
    await clock.advance(10 * minute)
    expect(factorsIn(await here.ask(readFactors)).proved_until).toBeNull()
    for (const [endpoint, body] of [
      [beginPasskey, { purpose: 'add' }],
      [beginAuthenticator, undefined],
      [replaceRecoveryCodes, undefined],
    ] as const)
      expect((await here.ask(endpoint, { body })).status, endpoint.id).toBe(403)
    expect((await here.ask(proveYourself, { body: { password: 'wrong' } })).status).toBe(422)
    expect((await here.ask(proveYourself, { body: {} })).status).toBe(422)
    const start = async (one: Browser) => optionsIn(await one.ask(beginPasskey, { body: { purpose: 'prove' } }))
    const passkey = device.use(await start(here))
    expect((await here.ask(proveYourself, { body: { passkey } })).status).toBe(200)
    expect((await here.ask(proveYourself, { body: { passkey } })).status).toBe(422)
    expect((await here.ask(replaceRecoveryCodes)).status).toBe(200)
    // another person's passkey says nothing
    const grace = await insertMember(db, { account_id: account.id }, 'owner')
    const hers = await signedIn(grace.email)
    await addKey(hers)
    expect((await hers.ask(proveYourself, { body: { passkey: device.use(await start(hers)) } })).status).toBe(422)
  })

  test('is mailed and an event, and none is possible with the password of the mail or as a key', async () => {
    const { here, owner, mailed, events, browser, db, account } = await withApp()
    await here.ask(removeAuthenticator)
    expect(await mailed(owner.email, /(An authenticator app was removed)\./)).not.toBe('')
    expect(await events()).toMatchObject([
      { kind: 'person.factor', detail: { factor: 'authenticator', change: 'removed' }, person: { id: owner.id } },
      { kind: 'person.factor', detail: { factor: 'authenticator', change: 'added' } },
      { kind: 'person.signed_in' },
    ])
    const mailedOne = await insertMember(db, { account_id: account.id }, 'owner', { password_is_generated: 1 })
    const there = browser()
    await there.signIn(mailedOne.email)
    expect((await there.ask(beginAuthenticator)).status).toBe(403)
    const key = browser()
    await key.ask(signInWithKey, { body: { ...account, keep: false } })
    expect((await key.ask(readFactors)).status).toBe(409)
  })

  test('by the operator removes all of them, ends all sessions, and is mailed', async () => {
    const { here, owner, browser, services, mailed } = await withApp()
    await addKey(here)
    await here.ask(replaceRecoveryCodes)
    expect(await resetFactorsOfWho('nobody@example.com', services)).toBeUndefined()
    expect(await resetFactorsOfWho('ADA@example.com', services)).toBe(true)
    services.wakeMail()
    expect((await here.ask(listPeople.user)).status).toBe(401)
    expect(sessionIn(await browser().signIn(owner.email))).toMatchObject({ person: { has_factor: false } })
    expect(await mailed(owner.email, /(removed by the operator)/)).not.toBe('')
    expect(await resetFactorsOfWho(owner.id, services)).toBe(false)
  })
})
