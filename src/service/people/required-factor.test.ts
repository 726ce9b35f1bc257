import { describe, expect, test } from 'vitest'
import { listPeople, readSession, requireFactor } from '../../contract/index.ts'
import { addKey } from '../test/factors.ts'
import { peopleWorld, sessionIn } from '../test/people-world.ts'
import { insertMember } from '../test/people.ts'
import { type Answer } from '../test/service.ts'

describe('a required factor', () => {
  test('keeps out whoever has none until they have set one up, and an owner can’t shut themselves out', async () => {
    const { signedIn, db, account, owner } = await peopleWorld()
    const grace = await insertMember(db, { account_id: account.id }, 'viewer')
    const [here, hers] = [await signedIn(), await signedIn(grace.email)]
    const require = (required: boolean) => here.ask(requireFactor.user, { body: { required } })
    expect((await require(true)).status).toBe(409)
    await addKey(here)
    expect((await require(true)).body).toEqual({ required: true })
    const people = (answer: Answer) =>
      answer.body as { factor_required: boolean; people: { id: string; has_factor?: boolean }[] }
    const listed = people(await here.ask(listPeople.user))
    expect(listed.factor_required).toBe(true)
    expect(listed.people.filter(({ has_factor }) => has_factor).map(({ id }) => id)).toEqual([owner.id])

    const refused = await hers.ask(listPeople.user)
    expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining('second factor') } })
    expect(sessionIn(await hers.ask(readSession))).toMatchObject({ memberships: [{ needs_factor: true }] })
    await addKey(hers)
    expect(sessionIn(await hers.ask(readSession))).toMatchObject({ memberships: [{ needs_factor: false }] })
    const seen = people(await hers.ask(listPeople.user))
    expect(seen.people.map(({ has_factor }) => has_factor)).toEqual([undefined, undefined])
    expect((await require(false)).status).toBe(200)
  })

  test('of an account isn’t asked of its partner’s people, and single sign-on counts as one', async () => {
    const { signedIn, db, account, partner } = await peopleWorld()
    const [host, own] = [
      await insertMember(db, { partner_id: partner.id }, 'owner'),
      await insertMember(db, { account_id: account.id }, 'owner'),
    ]
    const [theirs, ours] = [await signedIn(host.email), await signedIn(own.email)]
    await db.updateTable('accounts').set({ factor_required: 1 }).where('id', '=', account.id).execute()
    expect((await theirs.ask(listPeople.user)).status).toBe(200)
    expect((await ours.ask(listPeople.user)).status).toBe(403)
    await db
      .updateTable('sessions')
      .set({ method: 'sign_on', partner_id: partner.id })
      .where('person_id', '=', own.id)
      .execute()
    expect((await ours.ask(listPeople.user)).status).toBe(200)
    await ours.ask(requireFactor.user, { body: { required: false } })
    // nobody who comes that way is shut out
    expect((await ours.ask(requireFactor.user, { body: { required: true } })).status).toBe(200)
    await db.updateTable('partners').set({ factor_required: 1 }).where('id', '=', partner.id).execute()
    expect((await theirs.ask(listPeople.user)).status).toBe(403)
  })
})
