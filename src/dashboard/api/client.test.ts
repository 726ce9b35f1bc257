import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  createUserSite,
  headers,
  listAccounts,
  listMonitors,
  listUserSites,
  readPartner,
  signIn,
} from '../../contract/index.ts'
import { call } from './client.ts'
import type { Credentials } from './credentials.ts'
import { health } from './health.ts'
import { session } from './session.ts'

const partner: Credentials = { role: 'partner', id: 'p/1', key: 'partner-key', baseUrl: '/api' }
const user: Credentials = { role: 'user', id: 'u1', key: 'user-key', baseUrl: 'https://api.example/v1' }

vi.stubGlobal('navigator', { onLine: true })

afterEach(() => {
  session.end()
  health.report('up')
})

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

test('a request is for the account that is signed in, and for none if a partner is', async () => {
  answer(200, { rows: [] })
  session.start(user, false)
  await call(listMonitors.user, {})
  expect(fetch).toHaveBeenLastCalledWith(`${user.baseUrl}/monitors?user_id=u1`, expect.anything())
  session.start(partner, false)
  await call(listMonitors.partner, { path: { partner_id: 'p', account_id: 'a' } })
  expect(fetch).toHaveBeenLastCalledWith('/api/partners/p/accounts/a/monitors', expect.anything())
})

describe('a reply', () => {
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

describe('in a session of the service’s', () => {
  const holder: Credentials = { role: 'user', id: 'u1', baseUrl: '/api', session: 's1', subject: 'p1' }

  test('a call sends the cookie and names the account, and has no key', async () => {
    answer(200, { rows: [] })
    session.start(holder, false)
    await call(listMonitors.user, {})
    const [address, init] = vi.mocked(fetch).mock.lastCall ?? []
    expect(address).toBe('/api/monitors')
    expect(init).toMatchObject({ credentials: 'same-origin', headers: { [headers.account]: 'u1' } })
    expect(Object.keys(init?.headers ?? {})).not.toContain(headers.key)
  })

  test('a 401 ends it, and the page afterwards knows whose it was', async () => {
    session.start(holder, false)
    answer(401, { error: 'no session' })
    await failure(call(listUserSites, { query: {} }))
    expect(session.current()).toBeNull()
    expect(session.refusal()).toMatchObject({ reason: 'ended', role: 'user', id: 'u1', subject: 'p1' })
  })

  test('a 403 doesn’t: the role may be too small', async () => {
    session.start(holder, false)
    answer(403, { error: 'Only managers' })
    await failure(call(createUserSite, { body: { host: 'a.bc' } }))
    expect(session.current()).toEqual(holder)
  })

  test('a wrong password doesn’t end the session that is there', async () => {
    session.start(holder, false)
    answer(401, { error: 'wrong' })
    await failure(call(signIn, { body: { email: 'a@b.example', password: 'x', keep: false } }))
    expect(session.current()).toEqual(holder)
  })
})
