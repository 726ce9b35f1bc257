import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, kindOf, unreachable } from './errors.ts'
import { isRepeatable, newIdempotencyKey, pause, retryDelay, withRetries } from './retries.ts'

const refusal = (status: number, retryAfter?: number) =>
  new ApiError({ kind: kindOf(status), status, sentence: 'No.', retryAfter })

test.each([
  ['GET', undefined, true],
  ['PUT', undefined, true],
  ['DELETE', undefined, true],
  ['POST', undefined, false],
  ['POST', 'a key', true],
] as const)('a %s with the Idempotency-Key %s can be sent again: %s', (method, key, repeatable) => {
  expect(isRepeatable(method, key)).toBe(repeatable)
})

test.each([
  ['no response', unreachable(), 'GET', 1, 400],
  ['a second one', unreachable(), 'GET', 2, 1200],
  ['a third one', unreachable(), 'GET', 3, 3600],
  ['429 with a time', refusal(429, 7), 'GET', 1, 7000],
  ['429 with hardly any', refusal(429, 0), 'GET', 1, 400],
  ['429 for an hour', refusal(429, 3600), 'GET', 1, undefined],
  ['502', refusal(502), 'DELETE', 1, 400],
  ['503', refusal(503), 'PUT', 1, 400],
  ['504', refusal(504), 'GET', 1, 400],
  ['500', refusal(500), 'GET', 1, undefined],
  ['401', refusal(401), 'GET', 1, undefined],
  ['422', refusal(422), 'PUT', 1, undefined],
  ['409', refusal(409), 'PUT', 2, undefined],
  ['409 for a POST', refusal(409), 'POST', 1, undefined],
  ['409 for a POST that was sent before', refusal(409), 'POST', 2, 1200],
  ['something else', new TypeError('a bug'), 'GET', 1, undefined],
] as const)('after %s, the wait is right', (_, error, method, failures, ms) => {
  expect(retryDelay(error, { method, failures, random: () => 1 })).toBe(ms)
})

test('no wait is shorter than the service asks for, nor longer than a minute', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 5 }), fc.double({ min: 0, max: 1, noNaN: true }), (s, n, r) => {
      const ms = retryDelay(refusal(503, s), { method: 'GET', failures: n, random: () => r })
      if (ms === undefined) expect(s).toBeGreaterThan(60)
      else expect(ms).toSatisfy((wait: number) => wait >= s * 1000 && wait <= 60_000)
    }),
  )
})

describe('a request', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const failing = (...errors: readonly Error[]) => {
    const left = [...errors]
    return vi.fn(() => {
      const error = left.shift()
      return error ? Promise.reject(error) : Promise.resolve('done')
    })
  }

  test('is sent until it succeeds', async () => {
    const send = failing(refusal(503, 2), unreachable())
    const sent = withRetries(send, { method: 'GET' })
    await vi.advanceTimersByTimeAsync(1999)
    expect(send).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5000)
    expect(send).toHaveBeenCalledTimes(3)
    expect(await sent).toBe('done')
  })

  test.each([
    ['without retries', { method: 'GET', retries: 0 }, 1],
    ['with two', { method: 'GET', retries: 2 }, 3],
    ['that is a POST without a key', { method: 'POST' }, 1],
    ['that is a POST with a key', { method: 'POST', idempotencyKey: 'k' }, 4],
  ] as const)('%s fails as it did last', async (_, repetition, times) => {
    const send = vi.fn(() => Promise.reject(refusal(503)))
    const sent = expect(withRetries(send, repetition)).rejects.toMatchObject({ status: 503 })
    await vi.advanceTimersByTimeAsync(60_000)
    await sent
    expect(send).toHaveBeenCalledTimes(times)
  })

  test('isn’t sent again once it’s cancelled', async () => {
    const stop = new AbortController()
    const send = vi.fn(() => Promise.reject(refusal(503)))
    const sent = expect(withRetries(send, { method: 'GET', signal: stop.signal })).rejects.toThrow('enough')
    await vi.advanceTimersByTimeAsync(10)
    stop.abort(new Error('enough'))
    await sent
    await vi.advanceTimersByTimeAsync(60_000)
    expect(send).toHaveBeenCalledTimes(1)
    await expect(pause(1, stop.signal)).rejects.toThrow('enough')
  })
})

test('each Idempotency-Key is another one', () => {
  const keys = new Set(Array.from({ length: 100 }, newIdempotencyKey))
  expect(keys.size).toBe(100)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})
