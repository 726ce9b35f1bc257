import { expect, test } from 'vitest'
import {
  createRelease,
  invite,
  listEventPeople,
  listEvents,
  partnerEvents,
  partnerPeople,
  type Role,
} from '../../contract/index.ts'
import { browserOf, peopleWorld } from '../test/people-world.ts'
import { insertMember } from '../test/people.ts'
import { waitFor } from '../test/wait-for.ts'

const invitationOf = (email: string, role: Role = 'viewer') => ({ body: { email, role } })

test('an account’s log lists those who made changes, once and with their latest name, and selects what they did', async () => {
  const { db, service, partner, account, owner, signedIn, clock, ask } = await peopleWorld()
  const here = await signedIn()
  const grace = await insertMember(db, { partner_id: partner.id }, 'owner', { name: 'Grace' })
  const theirs = browserOf(service, account.id)
  await theirs.signIn(grace.email)
  await theirs.ask(invite.user, invitationOf('a@example.com'))
  await db.updateTable('people').set({ name: 'Grace Hopper' }).where('id', '=', grace.id).execute()
  await clock.advance(1000)
  await theirs.ask(invite.user, invitationOf('b@example.com'))
  await clock.advance(1000)
  await here.ask(invite.user, invitationOf('c@example.com'))
  await ask(createRelease.user, { body: { title: 'By the key' } }, account.key)

  expect(await ask(listEventPeople.user, {}, account.key)).toEqual({
    people: [
      { id: owner.id, name: owner.name },
      { id: grace.id, name: 'Grace Hopper' },
    ],
  })
  const by = async (person_id: string) =>
    (await ask(listEvents.user, { query: { person_id } }, account.key)).rows.map(({ kind, person, detail }) => [
      kind,
      person?.name,
      detail['email'],
    ])
  expect(await by(grace.id)).toEqual([
    ['person.invited', 'Grace Hopper', 'b@example.com'],
    ['person.invited', 'Grace', 'a@example.com'],
  ])
  expect((await by(owner.id)).map(([kind]) => kind)).toEqual(['person.invited', 'person.signed_in'])
})

test('a failed sign-in is about a person, but nobody’s doing', async () => {
  const { ask, account, owner, browser, events } = await peopleWorld()
  await browser().signIn(owner.email, 'wrong')
  await waitFor(async () => expect(await events()).toMatchObject([{ kind: 'person.sign_ins_failed', person: null }]))
  expect(await ask(listEventPeople.user, {}, account.key)).toEqual({ people: [] })
  expect((await ask(listEvents.user, { query: { person_id: owner.id } }, account.key)).rows).toEqual([])
})

test('a partner reads what changed at itself: sign-ins, those that failed, people and their roles', async () => {
  const { db, service, partner, ask, clock } = await peopleWorld()
  const boss = await insertMember(db, { partner_id: partner.id }, 'owner', { name: 'Grace' })
  const other = await insertMember(db, { partner_id: partner.id }, 'viewer')
  const path = { partner_id: partner.id }
  const here = browserOf(service)
  await here.signIn(boss.email)
  await browserOf(service).signIn(boss.email, 'wrong')
  const list = async (query: object = {}) => (await ask(partnerEvents.list, { path, query }, partner.key)).rows
  await waitFor(async () => expect(await list()).toHaveLength(2))
  await clock.advance(1000)
  await here.ask(partnerPeople.setRole, {
    path: { ...path, partner_person_id: other.id },
    body: { role: 'manager' },
  })
  await clock.advance(1000)
  await here.ask(partnerPeople.remove, { path: { ...path, partner_person_id: other.id } })
  const grace = { id: boss.id, name: 'Grace' }
  expect((await list()).slice(0, 2)).toMatchObject([
    { kind: 'person.removed', actor: 'partner', actor_name: 'Nordhost', person: grace },
    { kind: 'person.role', person: grace, detail: { from: 'viewer', to: 'manager' } },
  ])
  expect((await list()).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['person.signed_in', 'person.sign_ins_failed']),
  )
  expect(await ask(partnerEvents.people, { path }, partner.key)).toEqual({ people: [grace] })
  expect(await list({ kind: ['person.role'], person_id: boss.id })).toHaveLength(1)
  expect(await list({ person_id: other.id })).toEqual([])
})

test('as CSV, a name can’t become a formula', async () => {
  const { db, service, partner } = await peopleWorld()
  const boss = await insertMember(db, { partner_id: partner.id }, 'owner', { name: '=1+1' })
  await browserOf(service).signIn(boss.email)
  const csv = await service.call('GET', `/partners/${partner.id}/events.csv`, { key: partner.key })
  expect(csv.text.split('\r\n')[0]).toBe('id,at,kind,actor,actor_name,detail,person,key')
  // as JSON, so never at the start of a cell
  expect(csv.text).toContain('"{""id"":""' + boss.id + '"",""name"":""=1+1""}"')
  expect(csv.text).not.toMatch(/(^|,|\n)"?[=+@-]/)
  const people = await service.call('GET', `/partners/${partner.id}/event_people.csv`, { key: partner.key })
  expect(people.text).toContain(`${boss.id},'=1+1`)
})
