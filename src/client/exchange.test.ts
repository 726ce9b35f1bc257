import { describe, expect, test, vi } from 'vitest'
import { readPartner, tryAgainIn } from '../contract/index.ts'
import { ApiError } from './errors.ts'
import { exchange } from './exchange.ts'

function answer(status: number, body: unknown, extra: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response(text, { status, headers: extra })),
  )
}

const read = () => exchange(readPartner, { path: { partner_id: 'p' } }, caller)
const caller = { baseUrl: 'https://api.example', key: 'k' }
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
})

/** A reply whose body never ends, unless its request is given up. */
const endless: typeof fetch = (_, init) => {
  const body = new ReadableStream({
    start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason)),
  })
  return Promise.resolve(new Response(body))
}
const readEndless = (options: object) =>
  exchange(readPartner, { path: { partner_id: 'p' } }, caller, { fetch: endless, ...options })

describe('a body that doesn’t end', () => {
  test('is given up after the time that a request may take', async () => {
    expect(await failure(readEndless({ timeoutMs: 10 }))).toMatchObject({
      kind: 'unreachable',
      sentence: 'The service didn’t answer within 0.01 seconds.',
    })
  })

  test('is given up with its request', async () => {
    const reason = new Error('the page has closed')
    const stop = new AbortController()
    const reading = failure(readEndless({ signal: stop.signal }))
    stop.abort(reason)
    expect(await reading).toBe(reason)
  })
})

test('a body that breaks off is no reply', async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body))
  expect(await failure(read())).toMatchObject({ kind: 'unreachable', status: 0 })
})
