import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { invite, listPeople, removePerson, setRole } from '../../contract/index.ts'
import { browserOf, peopleWorld } from '../test/people-world.ts'
import { insertMember, join } from '../test/people.ts'
import { waitFor } from '../test/wait-for.ts'

describe('people', () => {
  test('aren’t forgotten who join elsewhere while they are removed', async () => {
    const { db, account, ask, service, partner, makeAccount } = await peopleWorld()
    // only one transaction writes at a time there
    if (service.services.database.kind !== 'postgres') return
    const other = await makeAccount(partner)
    const grace = await insertMember(db, { account_id: account.id }, 'viewer')
    let removing: Promise<unknown> | undefined
    await db.transaction().execute(async (trx) => {
      await join(trx, grace, { account_id: other.id }, 'viewer')
      removing = ask(removePerson.user, { path: { person_id: grace.id } }, account.key)
      await waitFor(async () => {
        const waiting = await sql`select 1 from pg_locks where not granted`.execute(db)
        expect(waiting.rows).not.toEqual([])
      })
    })
    await removing
    const left = await db.selectFrom('memberships').select('account_id').where('person_id', '=', grace.id).execute()
    expect(left).toEqual([{ account_id: other.id }])
  })

  test('have at least one owner, also if two leave at once', async () => {
    const { db, signedIn, account, owner, ask, service } = await peopleWorld()
    const here = await signedIn()
    const only = { path: { person_id: owner.id } }
    expect((await here.ask(removePerson.user, only)).status).toBe(409)
    expect((await here.ask(setRole.user, { ...only, body: { role: 'manager' } })).status).toBe(409)
    for (let i = 0; i < 5; i++) {
      const other = await insertMember(db, { account_id: account.id }, 'owner')
      const [a, b] = [owner.id, other.id].map((person_id) => ({ path: { person_id } }))
      const both = await Promise.allSettled([
        ask(setRole.user, { ...(a ?? only), body: { role: 'viewer' } }, account.key),
        i % 2
          ? ask(removePerson.user, b ?? only, account.key)
          : ask(setRole.user, { ...(b ?? only), body: { role: 'viewer' } }, account.key),
      ])
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await db.updateTable('memberships').set({ role: 'owner' }).where('person_id', '=', owner.id).execute()
      await db.deleteFrom('people').where('id', '=', other.id).execute()
    }
    await service.stop()
  })

  test('who are removed are out at once, and forgotten if they belong nowhere else', async () => {
    const { db, service, account, partner, signedIn } = await peopleWorld()
    const [stays, goes] = [
      await insertMember(db, { account_id: account.id }, 'viewer'),
      await insertMember(db, { account_id: account.id }, 'viewer'),
    ]
    await join(db, stays, { partner_id: partner.id }, 'viewer')
    const theirs = browserOf(service, account.id)
    await theirs.signIn(goes.email)
    const here = await signedIn()
    for (const { id } of [stays, goes])
      expect((await here.ask(removePerson.user, { path: { person_id: id } })).status).toBe(200)
    expect((await theirs.ask(listPeople.user)).status).toBe(401)
    const left = await db.selectFrom('people').select('id').execute()
    expect(left.map(({ id }) => id)).toContain(stays.id)
    expect(left.map(({ id }) => id)).not.toContain(goes.id)
  })
})

test('a partner’s person works in an account under their own name', async () => {
  const { db, service, partner, account, events } = await peopleWorld()
  const grace = await insertMember(db, { partner_id: partner.id }, 'owner', { name: 'Grace' })
  const here = browserOf(service, account.id)
  await here.signIn(grace.email)
  expect((await here.ask(invite.user, { body: { email: 'a@example.com', role: 'viewer' } })).status).toBe(200)
  expect(await events()).toMatchObject([
    {
      kind: 'person.invited',
      actor: 'partner_as_holder',
      actor_name: 'Nordhost',
      person: { id: grace.id, name: 'Grace' },
    },
  ])
})
