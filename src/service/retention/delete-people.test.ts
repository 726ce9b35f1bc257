import { expect, test } from 'vitest'
import { invite } from '../../contract/index.ts'
import { day, hour, peopleWorld } from '../test/people-world.ts'
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
