import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  createAccount,
  createUserSite,
  deleteMonitors,
  flushCache,
  headers,
  listAccounts,
  listMonitors,
  listSamples,
  listUserSites,
  purgeCache,
  readPartner,
  readUserSite,
  tryAgainIn,
  startMonitor,
} from '../../contract/index.ts'
import { call, requestOf } from './client.ts'
import type { Credentials } from './credentials.ts'
import { ApiError } from './errors.ts'
import { health } from './health.ts'
import { session } from './session.ts'

const partner: Credentials = { role: 'partner', id: 'p/1', key: 'partner-key', baseUrl: '/api' }
const user: Credentials = { role: 'user', id: 'u1', key: 'user-key', baseUrl: 'https://api.example/v1' }

vi.stubGlobal('navigator', { onLine: true })

afterEach(() => {
  session.end()
  health.report('up')
})

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

function answer(status: number, body: unknown, extra: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response(text, { status, headers: extra })),
  )
}

const read = () => call(readPartner, { path: { partner_id: 'p' } }, { as: partner })
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error('it went well')),
    (error: unknown) => error,
  )

describe('a reply', () => {
  test('is parsed and keeps unknown fields', async () => {
    answer(200, { id: 'p', name: 'Nordhost', email: 'a@b.cd', colour: 'blue' })
    expect(await read()).toEqual({ id: 'p', name: 'Nordhost', email: 'a@b.cd', colour: 'blue' })
  })

  test.each([
    ['without a field that the contract promises', 200, { id: 'p' }, 'malformed'],
    ['that is a page of something else', 200, '<!doctype html>', 'malformed'],
    ['of a server that has no such path', 404, '<h1>Not Found</h1>', 'malformed'],
    ['401', 401, { error: 'unknown key' }, 'refused-key'],
    ['403', 403, { error: 'access denied' }, 'denied'],
    ['404', 404, { error: 'no such account' }, 'not-found'],
    ['409', 409, { error: 'the account has sites' }, 'conflict'],
    ['400', 400, { error: 'malformed' }, 'invalid'],
    ['422', 422, { error: 'a field is wrong', fields: { email: 'must be an email address' } }, 'invalid'],
    ['429', 429, { error: 'too many requests' }, 'too-many'],
    ['500', 500, { error: 'failed' }, 'failed'],
    ['of a gateway', 502, '<h1>Bad Gateway</h1>', 'failed'],
  ] as const)('%s is told by its kind', async (_, status, body, kind) => {
    answer(status, body)
    const error = await failure(read())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ kind, status })
  })

  test('passes on field errors, the request ID and the time to wait', async () => {
    answer(422, { error: 'a field is wrong', fields: { email: 'taken' } }, { 'x-request-id': 'r1', 'retry-after': '7' })
    expect(await failure(read())).toMatchObject({
      sentence: 'A field is wrong.',
      fields: { email: 'taken' },
      requestId: 'r1',
      retryAfter: 7,
    })
  })

  test('says how long to wait once', async () => {
    const error = `The service is busy. ${tryAgainIn(7)}`
    answer(429, { error }, { 'retry-after': '7' })
    expect(await failure(read())).toMatchObject({ sentence: 'The service is busy.', retryAfter: 7 })
    answer(429, { error: tryAgainIn(7) }, { 'retry-after': '7' })
    expect(await failure(read())).toMatchObject({ sentence: 'Too many requests.', retryAfter: 7 })
    answer(429, { error })
    expect(await failure(read())).toMatchObject({ sentence: error, retryAfter: undefined })
  })

  test('that doesn’t arrive makes the service unreachable and asks whether it’s down', async () => {
    session.start(partner, false)
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await failure(call(readPartner, { path: { partner_id: 'p' } }))).toMatchObject({
      kind: 'unreachable',
      status: 0,
    })
    expect(health.current()).toBe('doubtful')
  })

  test('from a gateway doesn’t make the service down, and any other makes it up', async () => {
    session.start(partner, false)
    answer(503, {})
    await failure(call(readPartner, { path: { partner_id: 'p' } }))
    expect(health.current()).toBe('doubtful')
    answer(404, { error: 'not found' })
    await failure(call(readPartner, { path: { partner_id: 'p' } }))
    expect(health.current()).toBe('up')
  })

  test('that was cancelled doesn’t count as a failure', async () => {
    const stop = new AbortController()
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
      stop.abort()
      return Promise.reject(stop.signal.reason)
    })
    const error = await failure(call(readPartner, { path: { partner_id: 'p' } }, { signal: stop.signal, as: partner }))
    expect(error).toHaveProperty('name', 'AbortError')
    expect(health.current()).toBe('up')
  })
})

describe('a refused key', () => {
  test('ends the session and says why', async () => {
    session.start(user, false)
    answer(401, { error: 'unknown key' })
    await failure(call(listUserSites, { query: {} }))
    expect(session.current()).toBeNull()
    expect(session.refusal()).toEqual({ reason: 'refused-key', role: 'user', id: 'u1', baseUrl: user.baseUrl })
  })

  test('is a 403 from the partner API', async () => {
    session.start(partner, false)
    answer(403, { error: 'access denied' })
    await failure(call(listAccounts, { path: { partner_id: 'p' } }))
    expect(session.refusal()?.reason).toBe('denied')
  })

  test('doesn’t end the session while it’s only being verified', async () => {
    session.start(user, false)
    answer(403, { error: 'access denied' })
    await failure(read())
    expect(session.current()).toEqual(user)
  })

  test.each([404, 409, 422, 500])('isn’t signalled by status %d', async (status) => {
    session.start(user, false)
    answer(status, { error: 'no' })
    await failure(call(createUserSite, { body: { host: 'a.bc' } }))
    expect(session.current()).toEqual(user)
  })
})
