import { expect, test } from 'vitest'
import { partnerEvents } from '../../contract/index.ts'
import { day, peopleWorld } from '../test/people-world.ts'
import { join } from '../test/people.ts'
import { countFailedSignIn } from './failed-sign-ins.ts'

test('failed sign-ins at once are one number, a day and for each place', async () => {
  const { services, db, owner, partner, ask, events, clock } = await peopleWorld()
  await join(db, owner, { partner_id: partner.id }, 'viewer')
  const fail = (times: number) => Promise.all(Array.from({ length: times }, () => countFailedSignIn(owner, services)))
  const atPartner = async () =>
    (await ask(partnerEvents.list, { path: { partner_id: partner.id } }, partner.key)).rows.map(({ detail }) => detail)
  const atAccount = async () => (await events()).map(({ detail }) => detail)
  const counted = (count: number) => ({ name: owner.name, count })
  await fail(8)
  await fail(1)
  expect(await atAccount()).toEqual([counted(9)])
  expect(await atPartner()).toEqual([counted(9)])
  await clock.advance(day)
  await fail(4)
  expect(await atAccount()).toEqual([counted(4), counted(9)])
  expect(await atPartner()).toEqual([counted(4), counted(9)])
})
