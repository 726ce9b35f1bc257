import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createAccount,
  createAccountSite,
  matchCache,
  purgeCache,
  replaceKey,
  updateAccountEmail,
} from '../../contract/index.ts'
import type { ApiError } from '../../client/errors.ts'
import type * as client from './client.ts'
import type { Credentials } from './credentials.ts'

const partner: Credentials = { role: 'partner', id: 'p', key: 'partner-key', baseUrl: '/api' }
const user: Credentials = { role: 'user', id: 'u', key: 'user-key', baseUrl: '/api' }

type Reply = () => Response
type Client = typeof client
const lost: Reply = () => {
  throw new TypeError('Failed to fetch')
}
const made: Reply = () =>
  Response.json({
    email: 'ada@example.com',
    user_id: 'a',
    site_id: 's',
    host: 'www.example.com',
    api_key: 'k',
    assessment_url: null,
    preview_url: null,
    success: true,
  })
const refusal =
  (status: number, more: object = {}) =>
  () =>
    Response.json({ error: 'no', ...more }, { status })
const gateway: Reply = () => new Response('Bad gateway', { status: 502 })

/** The keys of the requests that were sent. */
let keys: (string | undefined)[]
let replies: Reply[]
let config: object | undefined

beforeEach(() => {
  keys = []
  replies = []
  config = { base_url: '/api', idempotency_keys: true }
  // the client reads its configuration once
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (input === '/config.json') return Promise.resolve(Response.json(config ?? 'none'))
    keys.push(new Headers(init?.headers).get('Idempotency-Key') ?? undefined)
    return Promise.resolve().then(() => (replies.shift() ?? made)())
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends what `ask` sends, with these replies in turn. @returns how it failed, null if it didn't */
async function sent(ask: (as: Client) => Promise<unknown>, ...given: readonly Reply[]) {
  replies = [...given]
  const asked = ask(await import('./client.ts')).then(
    () => null,
    (error: unknown) => error,
  )
  await vi.runAllTimersAsync()
  return asked
}

const isSafe = (error: unknown) => (error as ApiError).isSafeToRepeat
const path = { partner_id: 'p' }
const accountOf =
  (email: string, as = partner) =>
  ({ call }: Client) =>
    call(createAccount, { path, body: { email, site: 'www.example.com' } }, { as })
const create = accountOf('ada@example.com')
const purge = ({ call }: Client) =>
  call(purgeCache, { path: { site_id: 's' }, body: [{ condition: '/' }] }, { as: user })

test('a creation whose answer is lost is sent again with its key', async () => {
  expect(await sent(create, lost, gateway, made)).toBeNull()
  expect(keys).toHaveLength(3)
  expect(keys[0]).toMatch(/^"\w{32}"$/)
  expect(new Set(keys).size).toBe(1)
  // the next one of the kind is another one
  await sent(create)
  expect(keys[3]).not.toBe(keys[0])
})

test('one that stays without an answer has the same key when it’s asked for again, and the page may say so', async () => {
  const error = await sent(create, lost, lost, lost)
  expect(error).toMatchObject({ kind: 'unreachable' })
  expect([keys.length, isSafe(error)]).toEqual([3, true])
  await sent(accountOf('eve@example.com'), made)
  await sent(create, made)
  expect([keys[3] === keys[0], keys[4] === keys[0]]).toEqual([false, true])
})

test('a refusal is an answer: nothing is sent again, and the key is left', async () => {
  for (const reply of [refusal(422, { fields: { email: 'is taken' } }), refusal(429), refusal(500)]) {
    keys = []
    const error = await sent(create, reply)
    expect(error).toMatchObject({ sentence: 'No.' })
    expect([keys.length, isSafe(error)]).toEqual([1, false])
  }
})

test('what is meant again when it’s asked for again, as a purge, gets a new key then', async () => {
  const error = await sent(purge, lost, lost, lost)
  expect([new Set(keys).size, isSafe(error)]).toEqual([1, false])
  await sent(purge, made)
  expect(keys[3]).not.toBe(keys[0])
})

test('no key is sent with what needs none', async () => {
  await sent(({ call }) =>
    call(updateAccountEmail, { path: { ...path, account_id: 'a' }, body: { new_email: 'b@c.d' } }, { as: partner }),
  )
  await sent(({ call }) => call(matchCache, { path: { site_id: 's' }, body: { tag: 'sale' } }, { as: user }))
  await sent(({ call }) => call(replaceKey.user, {}, { as: user }))
  expect(keys).toEqual([undefined, undefined, undefined])
  await sent(({ call }) =>
    call(createAccountSite, { path: { ...path, account_id: 'a' }, body: { host: 'b.example' } }, { as: partner }),
  )
  expect(keys[3]).toBeDefined()
})

test.each([
  ['doesn’t keep keys', { base_url: '/api' }, partner],
  ['has no configuration', undefined, partner],
  ['is another one', { base_url: '/api', idempotency_keys: true }, { ...partner, baseUrl: 'https://api.example/v1' }],
])('where the service %s, a creation is sent once, without a key', async (_, given, as) => {
  config = given
  const error = await sent(accountOf('ada@example.com', as), lost)
  expect([keys, isSafe(error)]).toEqual([[undefined], false])
})
