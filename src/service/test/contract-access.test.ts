import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allEndpoints, type Endpoint } from '../../contract/index.ts'
import { validInput } from './generators.ts'
import { stateOf, populate, type Populated } from './fixtures.ts'
import { newKey } from '../secrets/index.ts'
import { bodySchema, keyFor, send, type Sent } from './send.ts'
import { type SignIn, testService, type TestService } from './service.ts'

const nobody = '01990000-0000-7000-8000-000000000000'
/** The path parameters that identify something in an account. */
const things = [
  'site_id',
  'profile_id',
  'monitor_id',
  'test_id',
  'sample_id',
  'event_id',
  'incident_id',
  'rule_id',
] as const

interface Accounts {
  readonly service: TestService
  /** The account that the requests are for. */
  readonly mine: Populated
  /** A second account of the same partner. */
  readonly sibling: Populated
  /** An account of another partner. */
  readonly foreign: Populated
}

async function threeAccounts(): Promise<Accounts> {
  const service = await testService()
  const [partner, other] = [await service.makePartner(), await service.makePartner({ name: 'Other' })]
  return {
    service,
    mine: await populate(service, partner),
    sibling: await populate(service, partner),
    foreign: await populate(service, other),
  }
}

/** Valid input, so that only the access rules can refuse the request. */
function validRequest(endpoint: Endpoint, { ids }: Populated): Pick<Sent, 'query' | 'body'> {
  const hints = {
    profile_id: fc.constant(endpoint.id.includes('samples') ? ids['monitor_id'] : ids['profile_id']),
    ids: fc.constant([endpoint.id.includes('tests') ? ids['test_id'] : ids['monitor_id']]),
    user_id: fc.constant(undefined),
    browsers: fc.constant([]),
    locations: fc.constant(['local']),
    deferred_host: fc.constant(false),
    deferred_creation: fc.constant(false),
    start_date: fc.constant(undefined),
    end_date: fc.constant(undefined),
    ...(endpoint.id === 'partner.fleet.changes' ? { revision: fc.constant('7') } : {}),
    domain: fc.constant(undefined),
    channel: fc.constant('email'),
    channels: fc.constant(['email']),
    recipient: fc.constant('holder'),
    site_id: fc.constant(ids['site_id']),
    at: fc.constant(undefined),
    site_ids: fc.constant([ids['site_id']]),
    monitor_ids: fc.constant([ids['monitor_id']]),
    until: fc.constant(null),
  }
  const one = (schema: Parameters<typeof validInput>[0] | undefined) =>
    schema === undefined ? undefined : fc.sample(validInput(schema, hints), 1)[0]
  return { query: one(endpoint.query), body: one(bodySchema(endpoint)) }
}

/** The status of the reply. Checks that a refused request changes nothing. */
async function statusOf({ service }: Accounts, endpoint: Endpoint, sent: Sent): Promise<number> {
  const before = await stateOf(service.db)
  const answer = await send(service, endpoint, sent)
  if (answer.status >= 400) {
    expect(await stateOf(service.db)).toBe(before)
    expect(Object.keys(answer.body as object)).toEqual(['error'])
  }
  if (answer.status === 403 && endpoint.access === 'partner') expect(answer.body).toEqual({ error: 'access denied' })
  return answer.status
}

const wrongKeys = (signIns: readonly SignIn[]) => [undefined, '', newKey(), ...signIns.map(({ key }) => key)]

describe.each(allEndpoints.filter(({ access }) => access === 'partner'))('$id', (endpoint) => {
  test('is open to its partner only', async () => {
    const here = await threeAccounts()
    const { mine, sibling, foreign } = here
    const given = { ids: mine.ids, ...validRequest(endpoint, mine) }
    for (const key of wrongKeys([foreign.partner, foreign.account, mine.account, sibling.account]))
      expect(await statusOf(here, endpoint, { ...given, key }), String(key)).toBe(403)
    for (const partner_id of [nobody, foreign.partner.id]) {
      const ids = { ...mine.ids, partner_id }
      expect(await statusOf(here, endpoint, { ...given, ids, key: mine.partner.key })).toBe(403)
    }
    await here.service.db.updateTable('partners').set({ granted: 0 }).where('id', '=', mine.partner.id).execute()
    expect(await statusOf(here, endpoint, { ...given, key: mine.partner.key })).toBe(403)
  })
})

const ofAccounts = allEndpoints.filter(({ path }) => path.includes('{account_id}'))

describe.each(ofAccounts)('$id', (endpoint) => {
  test('reaches only the accounts of its partner', async () => {
    const here = await threeAccounts()
    const { mine, foreign } = here
    const given = { key: mine.partner.key, ...validRequest(endpoint, mine) }
    for (const account_id of [nobody, foreign.account.id]) {
      expect(await statusOf(here, endpoint, { ...given, ids: { ...mine.ids, account_id } })).toBe(404)
      expect(await statusOf(here, endpoint, { ...given, ids: { ...foreign.ids, partner_id: mine.partner.id } })).toBe(
        404,
      )
    }
  })
})

describe.each(allEndpoints.filter(({ access }) => access === 'user'))('$id', (endpoint) => {
  test('is open to its account holder only', async () => {
    const here = await threeAccounts()
    const { mine, sibling } = here
    const given = { ids: mine.ids, ...validRequest(endpoint, mine) }
    for (const key of wrongKeys([mine.partner]))
      expect(await statusOf(here, endpoint, { ...given, key }), String(key)).toBe(401)
    for (const user_id of [sibling.account.id, mine.partner.id, nobody]) {
      const query = { ...(given.query as object | undefined), user_id }
      expect(await statusOf(here, endpoint, { ...given, query, key: mine.account.key })).toBe(403)
      if (!endpoint.body || !('form' in endpoint.body)) continue
      const body = { ...(given.body as object), user_id }
      expect(await statusOf(here, endpoint, { ...given, body, key: mine.account.key })).toBe(403)
    }
  })
})

describe.each(allEndpoints.filter(({ access }) => access === 'open'))('$id', (endpoint) => {
  test('needs no key, but refuses a wrong one', async () => {
    const here = await threeAccounts()
    const { mine, sibling } = here
    const given = { ids: mine.ids, ...validRequest(endpoint, mine) }
    for (const key of [newKey(), mine.partner.key]) expect(await statusOf(here, endpoint, { ...given, key })).toBe(401)
    const query = { user_id: sibling.account.id }
    expect(await statusOf(here, endpoint, { ...given, query, key: mine.account.key })).toBe(403)
    expect(await statusOf(here, endpoint, given)).toBe(200)
  })
})

const namingThings = allEndpoints.filter(
  ({ access, path }) => access !== 'open' && things.some((name) => path.includes(`{${name}}`)),
)

describe.each(namingThings)('$id', (endpoint) => {
  test.each(things.filter((name) => endpoint.path.includes(`{${name}}`)))(
    'finds no %s of another account',
    async (name) => {
      const here = await threeAccounts()
      const { mine, sibling, foreign } = here
      const given = { key: keyFor(endpoint, mine), ...validRequest(endpoint, mine) }
      for (const id of [nobody, sibling.ids[name] ?? '', foreign.ids[name] ?? '', mine.account.id]) {
        expect(await statusOf(here, endpoint, { ...given, ids: { ...mine.ids, [name]: id } }), id).toBe(404)
      }
    },
  )
})

const naming = allEndpoints.filter(({ id }) => /monitors\.delete|tests\.delete|samples\.(list|series)|purge/.test(id))

describe.each(naming)('$id', (endpoint) => {
  test('refuses ids of another account in its input', async () => {
    const here = await threeAccounts()
    const { mine, sibling, foreign } = here
    for (const other of [sibling, foreign]) {
      const { query, body } = validRequest(endpoint, other)
      const mixed = endpoint.id.endsWith('purge')
        ? { query: { profile_id: other.ids['profile_id'] }, body }
        : { query, body }
      const sent = { key: keyFor(endpoint, mine), ids: mine.ids, ...mixed }
      expect(await statusOf(here, endpoint, sent)).toBe(404)
    }
  })
})
