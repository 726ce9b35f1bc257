import { expect, test } from 'vitest'
import { listPeople, partnerPeople, readSession } from '../../contract/index.ts'
import { browserOf, peopleWorld, sessionIn } from '../test/people-world.ts'
import { insertMember, join } from '../test/people.ts'

test('people of a revoked partner reach it and its accounts no longer, but what else they belong to', async () => {
  const { db, service, partner, account } = await peopleWorld()
  const grace = await insertMember(db, { partner_id: partner.id }, 'owner')
  const other = await service.makePartner({ name: 'Other' })
  await join(db, grace, { partner_id: other.id }, 'viewer')
  const here = browserOf(service, account.id)
  await here.signIn(grace.email)
  const people = async (partner_id: string) => (await here.ask(partnerPeople.list, { path: { partner_id } })).status
  expect([(await here.ask(listPeople.user)).status, await people(partner.id), await people(other.id)]).toEqual([
    200, 200, 200,
  ])
  await db.updateTable('partners').set({ granted: 0 }).where('id', '=', partner.id).execute()
  expect([(await here.ask(listPeople.user)).status, await people(partner.id), await people(other.id)]).toEqual([
    403, 403, 200,
  ])
  expect(sessionIn(await here.ask(readSession))?.['memberships']).toMatchObject([{ id: other.id }])
})

test('people of an account whose partner is revoked keep their account', async () => {
  const { db, partner, signedIn } = await peopleWorld()
  const here = await signedIn()
  await db.updateTable('partners').set({ granted: 0 }).where('id', '=', partner.id).execute()
  expect((await here.ask(listPeople.user)).status).toBe(200)
})
