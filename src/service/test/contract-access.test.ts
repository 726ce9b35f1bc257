import { describe, expect, test } from 'vitest'
import { allEndpoints, type Endpoint } from '../../contract/index.ts'
import { stateOf } from './fixtures.ts'
import { newKey } from '../secrets/index.ts'
import { credentialFor, send, type Sent } from './send.ts'
import { type SignIn } from './service.ts'
import { type Accounts, threeAccounts, validRequest } from './three-accounts.ts'

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
  'person_id',
  'invitation_id',
  'key_id',
  'session_id',
  'passkey_id',
] as const

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

describe.each(allEndpoints.filter(({ access }) => access === 'session'))('$id', (endpoint) => {
  test('is open to a browser that is signed in, on a page of the service', async () => {
    const here = await threeAccounts()
    const { mine } = here
    const given = { ids: mine.ids, ...validRequest(endpoint, mine) }
    for (const key of wrongKeys([mine.partner, mine.account]))
      expect(await statusOf(here, endpoint, { ...given, key })).toBe(401)
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'same-site' }])
      if (endpoint.method !== 'GET' || 'Sec-Fetch-Site' in headers)
        expect(await statusOf(here, endpoint, { ...given, cookie: mine.cookie, headers })).toBe(403)
  })
})

describe.each(allEndpoints.filter(({ access }) => access === 'guest'))('$id', (endpoint) => {
  test('does nothing for a page of another site', async () => {
    const here = await threeAccounts()
    const { mine } = here
    const given = { ids: mine.ids, ...validRequest(endpoint, mine), cookie: mine.cookie }
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }])
      expect(await statusOf(here, endpoint, { ...given, headers })).toBe(403)
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
      const given = { ...credentialFor(endpoint, mine), ...validRequest(endpoint, mine) }
      // a main key has the id of its account
      const another = name === 'key_id' ? sibling.account.id : mine.account.id
      for (const id of [nobody, sibling.ids[name] ?? '', foreign.ids[name] ?? '', another]) {
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
      const sent = { ...credentialFor(endpoint, mine), ids: mine.ids, ...mixed }
      expect(await statusOf(here, endpoint, sent)).toBe(404)
    }
  })
})
