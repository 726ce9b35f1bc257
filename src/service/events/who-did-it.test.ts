import { describe, expect, test } from 'vitest'
import {
  acknowledgeIncident,
  addIncidentNote,
  allEndpoints,
  type Endpoint,
  type EventActor,
  headers,
  type IncidentDetail,
  readSettings,
} from '../../contract/index.ts'
import { insertMember, ownPage, sessionOf } from '../test/people.ts'
import { send, type Sent, takesKey } from '../test/send.ts'
import { type Answer, start } from '../test/service.ts'
import { type Accounts, threeAccounts, validRequest } from '../test/three-accounts.ts'

const writes = allEndpoints.filter((endpoint) => takesKey(endpoint) && endpoint.method !== 'GET')

const nameOf = ({ id }: Endpoint) => id.replace(/^(?:partner|user)\./, '')

/** Writes that no log has: they change nothing that stays, or an incident, which says itself who it was. */
const unlogged = new Set([
  // recorded once it is used
  'signInLinks.create',
  'alertRules.test',
  'partnerAlertRules.test',
  'sites.checkDns',
  'sites.tryOrigin',
  'sites.renewCertificate',
  'settings.explain',
  'cache.match',
  'cache.visit',
  'cache.stopProof',
  'monitors.run',
  'tests.create',
  'tests.delete',
  'incidents.acknowledge',
  'incidents.addNote',
])

const until = new Date(start + 3600_000).toISOString()
const monitor = { name: 'Other', type: 'HTTP', constants: { url: 'https://other.example/' } }

/** What makes a write change something, where any valid request may not. */
const prepared: Readonly<Record<string, (here: Accounts) => Promise<Partial<Sent>>>> = {
  'incidents.acknowledge': async () => ({ body: { acknowledged: true } }),
  'accounts.delete': async ({ service: { db } }) => {
    await db.deleteFrom('sites').execute()
    return {}
  },
  'alertRules.mute': async () => ({ body: { until } }),
  'partnerAlertRules.mute': async () => ({ body: { until } }),
  'sites.setOrigin': async () => ({ body: { url: 'https://192.0.2.9' } }),
  'sites.setRedirect': async ({ service: { db }, mine }) => {
    await db
      .updateTable('sites')
      .set({ host: 'www.bikes.example' })
      .where('id', '=', mine.ids['site_id'] ?? '')
      .execute()
    return { body: { enabled: true } }
  },
  'optimizer.resume': async ({ service: { db } }) => {
    await db.updateTable('sites').set({ state: 'bypass' }).execute()
    return {}
  },
  'monitors.start': async ({ service: { db } }) => {
    await db.updateTable('monitors').set({ status: 'SUSPENDED' }).execute()
    return {}
  },
  'accounts.sendWelcome': async ({ service: { db }, mine }) => {
    // whoever has a password of their own gets no other
    await db
      .deleteFrom('people')
      .where('id', 'in', (eb) =>
        eb.selectFrom('memberships').select('person_id').where('account_id', '=', mine.account.id),
      )
      .execute()
    return {}
  },
  'people.requireFactor': async () => ({ body: { required: true } }),
  'partnerPeople.requireFactor': async () => ({ body: { required: true } }),
  'people.setRole': async () => ({ body: { role: 'manager' } }),
  'partnerPeople.setRole': async () => ({ body: { role: 'manager' } }),
  'monitors.update': async () => ({ body: monitor }),
  'monitors.setLimits': async () => ({ body: { limits: { first_byte: 300 } } }),
  'settings.update': async ({ service: { ask }, mine }) => {
    const path = { site_id: mine.ids['site_id'] ?? '' }
    const { revision: _, ...settings } = await ask(readSettings, { path }, mine.account.key)
    const documentActions = { compression: [{ _id: 'x', enabled: false, filters: [] }] }
    return { body: { ...settings, defaultActions: { ...settings.defaultActions, documentActions } } }
  },
}

async function callAs(endpoint: Endpoint, from: 'partner' | 'account') {
  const here = await threeAccounts()
  const { service, mine } = here
  const { db } = service
  const at = from === 'partner' ? { partner_id: mine.partner.id } : { account_id: mine.account.id }
  const person = await insertMember(db, at, 'owner', { name: 'Grace Hopper' })
  // without one, nobody may require it of all
  const app = { secret_sealed: '', last_step: null, created_at: start, confirmed_at: start }
  await db
    .insertInto('authenticators')
    .values({ person_id: person.id, ...app })
    .execute()
  const { cookie } = await sessionOf(db, { person })
  const own = await prepared[nameOf(endpoint)]?.(here)
  const rows = async () => [
    ...(await db.selectFrom('events').selectAll().execute()),
    ...(await db.selectFrom('partner_events').selectAll().execute()),
  ]
  const known = new Set((await rows()).map(({ id }) => id))
  const answer = await send(service, endpoint, {
    ids: mine.ids,
    ...validRequest(endpoint, mine),
    cookie,
    headers: { ...ownPage, [headers.account]: mine.account.id },
    ...own,
  })
  return { here, person, answer, made: (await rows()).filter(({ id }) => !known.has(id)) }
}

describe.each(writes)('$id', (endpoint) => {
  const callers: readonly (readonly ['partner' | 'account', EventActor])[] =
    endpoint.access === 'partner'
      ? [['partner', 'partner']]
      : [
          ['account', 'holder'],
          ['partner', 'partner_as_holder'],
        ]
  test.each(callers)('by a person of the %s is recorded as %s with their name', async (from, actor) => {
    const { person, answer, made } = await callAs(endpoint, from)
    if (unlogged.has(nameOf(endpoint))) {
      expect(made.filter((row) => row.actor !== 'dns')).toEqual([])
      return
    }
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    expect(made).not.toEqual([])
    for (const { kind, actor: by, person_id, person_name } of made)
      expect({ kind, by, person_id, person_name }).toEqual({
        kind,
        by: actor,
        person_id: person.id,
        person_name: 'Grace Hopper',
      })
  })
})

describe('an incident', () => {
  const named = (answer: Answer) => {
    const { acknowledged_by, acknowledged_person, notes } = answer.body as IncidentDetail
    return { acknowledged_by, acknowledged_person, notes: notes?.map(({ by, person }) => ({ by, person })) }
  }

  test.each([
    ['account', 'holder'],
    ['partner', 'partner_as_holder'],
  ] as const)('names the person of the %s who acknowledges it, and who writes about it', async (from, by) => {
    const { person, answer } = await callAs(acknowledgeIncident.user, from)
    const who = { id: person.id, name: 'Grace Hopper' }
    expect(named(answer)).toEqual({ acknowledged_by: by, acknowledged_person: who, notes: [] })
    const noted = await callAs(addIncidentNote.user, from)
    expect(named(noted.answer).notes).toEqual([{ by, person: { id: noted.person.id, name: 'Grace Hopper' } }])
  })

  test('keeps who was first to acknowledge it, and nobody once that is withdrawn', async () => {
    const { here, person } = await callAs(acknowledgeIncident.user, 'account')
    const { service, mine } = here
    const again = (acknowledged: boolean) =>
      send(service, acknowledgeIncident.user, { ids: mine.ids, key: mine.account.key, body: { acknowledged } })
    expect(named(await again(true)).acknowledged_person).toMatchObject({ id: person.id })
    expect(named(await again(false))).toMatchObject({ acknowledged_by: null, acknowledged_person: null })
    expect(named(await again(true))).toMatchObject({ acknowledged_by: 'holder', acknowledged_person: null })
  })
})
