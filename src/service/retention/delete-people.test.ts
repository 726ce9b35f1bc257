import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { invite } from '../../contract/index.ts'
import { day, hour, peopleWorld } from '../test/people-world.ts'
import { insertPerson, join } from '../test/people.ts'
import { waitFor } from '../test/wait-for.ts'
import { Retention } from './index.ts'

test('what is over is deleted', async () => {
  const { db, signedIn, account, clock, ask, service } = await peopleWorld()
  await signedIn()
  await ask(invite.user, { body: { email: 'a@example.com', role: 'viewer' } }, account.key)
  const counts = async () => ({
    sessions: (await db.selectFrom('sessions').select('id').execute()).length,
    links: (await db.selectFrom('person_links').select('id').execute()).length,
    people: (await db.selectFrom('people').select('id').execute()).length,
  })
  const run = () => new Retention(service.services).run()
  await run()
  expect(await counts()).toEqual({ sessions: 1, links: 1, people: 1 })
  await clock.advance(9 * day)
  await run()
  expect(await counts()).toEqual({ sessions: 0, links: 0, people: 1 })
  await db.deleteFrom('memberships').execute()
  await clock.advance(2 * hour)
  await run()
  expect(await counts()).toEqual({ sessions: 0, links: 0, people: 0 })
})

test('whoever joins at this moment isn’t deleted', async () => {
  const { db, account, service } = await peopleWorld()
  // only one transaction writes at a time there
  if (service.services.database.kind !== 'postgres') return
  const [joins, homeless] = [await insertPerson(db), await insertPerson(db)]
  let running: Promise<unknown> | undefined
  await db.transaction().execute(async (trx) => {
    await join(trx, joins, { account_id: account.id }, 'viewer')
    running = new Retention(service.services).run()
    await waitFor(async () => {
      const waiting = await sql`select 1 from pg_locks where not granted`.execute(db)
      expect(waiting.rows).not.toEqual([])
    })
  })
  await running
  const left = await db.selectFrom('people').select('id').where('id', 'in', [joins.id, homeless.id]).execute()
  expect(left).toEqual([{ id: joins.id }])
  expect(await db.selectFrom('memberships').select('id').where('person_id', '=', joins.id).execute()).toHaveLength(1)
})
