import { describe, expect, test } from 'vitest'
import {
  createAccount,
  deleteMonitors,
  flushCache,
  headers,
  listAccounts,
  listMonitors,
  listSamples,
  listUserSites,
  purgeCache,
  readUserSite,
  startMonitor,
} from '../contract/index.ts'
import { requestOf, type Caller } from './request.ts'

const partner: Caller = { key: 'partner-key', baseUrl: '/api' }
const user: Caller = { userId: 'u1', key: 'user-key', baseUrl: 'https://api.example/v1' }

describe('a request', () => {
  test('encodes path and query, and appends them to the base URL', () => {
    const { url } = requestOf(
      listAccounts,
      { path: { partner_id: 'p/1' }, query: { search_term: 'a&b', page: 2 } },
      partner,
    )
    expect(url).toBe('/api/partners/p%2F1/accounts?search_term=a%26b&page=2')
  })

  test('nests lists in brackets', () => {
    const query = { profile_and_locations: [{ profile_id: 'm', locations: ['Frankfurt'] }], metrics: ['first_byte'] }
    const { url } = requestOf(listSamples.user, { query }, user)
    expect(decodeURIComponent(url)).toBe(
      'https://api.example/v1/samples?user_id=u1&profile_and_locations[0][profile_id]=m&profile_and_locations[0][locations][]=Frankfurt&metrics[]=first_byte',
    )
  })

  test.each([
    ['partner', listAccounts, partner],
    ['user', listUserSites, user],
    ['anybody', readUserSite, user],
  ] as const)('of a %s bears the key in its header and nowhere else', (_, endpoint, credentials) => {
    const { url, init } = requestOf(endpoint, { path: { partner_id: 'p', site_id: 's' } }, credentials)
    expect(init.headers).toMatchObject({ [headers.key]: credentials.key })
    expect(url).not.toContain(credentials.key)
    expect(init.credentials).toBe('omit')
  })

  test('names the partner that uses the key, and nobody else', () => {
    const acting = requestOf(listMonitors.user, {}, { ...user, partnerKey: 'partner-key' })
    expect(acting.init.headers).toMatchObject({ [headers.key]: user.key, [headers.partnerKey]: 'partner-key' })
    expect(requestOf(listMonitors.user, {}, user).init.headers).not.toHaveProperty(headers.partnerKey)
  })

  test('with a session lets the browser add its cookie, and names the account', () => {
    const session: Caller = { baseUrl: '/api', session: { account: 'a1' } }
    const { init } = requestOf(listMonitors.user, {}, session)
    expect(init).toMatchObject({ credentials: 'same-origin', headers: { [headers.account]: 'a1' } })
    expect(init.headers).not.toHaveProperty(headers.key)
    const ofPartner = requestOf(listAccounts, { path: { partner_id: 'p' } }, session)
    expect(ofPartner.init.headers).not.toHaveProperty(headers.account)
  })

  test('has an Idempotency-Key if there is one', () => {
    const path = { site_id: 's' }
    const { init } = requestOf(purgeCache, { path, body: [{ condition: '/' }] }, user, 'release-7')
    expect(init.headers).toMatchObject({ [headers.idempotencyKey]: '"release-7"' })
    expect(requestOf(purgeCache, { path, body: [] }, user).init.headers).not.toHaveProperty(headers.idempotencyKey)
  })

  test('of the user API contains the user ID: in the form if there is one, otherwise in the query', () => {
    expect(requestOf(listMonitors.user, {}, user).url).toMatch(/\?user_id=u1$/)
    expect(requestOf(startMonitor.user, { path: { monitor_id: 'm' } }, user).url).toMatch(/start\?user_id=u1$/)
    expect(requestOf(deleteMonitors.user, { body: { ids: ['m'] } }, user).url).toMatch(/\?user_id=u1$/)
    const flush = requestOf(flushCache, { path: { site_id: 's' } }, user)
    expect(flush.url).toBe('https://api.example/v1/sites/s/flush_cache')
    expect(formOf(flush)).toBe('user_id=u1')
  })

  test('of the partner API contains no user ID', () => {
    const { url } = requestOf(listMonitors.partner, { path: { partner_id: 'p', account_id: 'a' } }, partner)
    expect(url).not.toContain('user_id')
  })

  test('sends form operations as a form, without omitted fields', () => {
    const { init } = requestOf(
      createAccount,
      { path: { partner_id: 'p' }, body: { email: 'a@b.cd', site: 'b.cd', plan: undefined } },
      partner,
    )
    expect(init.body).toBeInstanceOf(URLSearchParams)
    expect(formOf({ init })).toBe('email=a%40b.cd&site=b.cd')
    expect(init.headers).not.toHaveProperty('Content-Type')
  })

  test('sends JSON operations as JSON, with the query in the URL', () => {
    const { url, init } = requestOf(
      purgeCache,
      { path: { site_id: 's' }, query: { profile_id: 'x' }, body: [{ condition: '/' }] },
      user,
    )
    expect(url).toBe('https://api.example/v1/sites/s/purge_cache?user_id=u1&profile_id=x')
    expect(init.headers).toMatchObject({ 'Content-Type': 'application/json' })
    expect(init.body).toBe('[{"condition":"/"}]')
  })
})

const formOf = ({ init }: { init: RequestInit }) =>
  init.body instanceof URLSearchParams ? init.body.toString() : 'no form'
