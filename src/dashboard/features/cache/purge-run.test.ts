import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../client/errors.ts'
import { failuresOf, runCalls } from './purge-run.ts'
import type { Result } from './purge-rows.ts'

const calls = [[{ condition: '/a' }, { condition: '/b' }], [{ condition: '/c' }], [{ condition: '/d' }]]
const invalid = new ApiError({ kind: 'invalid', status: 422, sentence: 'No.', fields: { '1.domain': 'must be ours' } })

async function run(send: (call: number) => Promise<{ success?: boolean; error?: string }>, stopAfter = Infinity) {
  const seen: (readonly Result[])[][] = calls.map(() => [])
  let made = 0
  const count = await runCalls({
    calls,
    send: () => send(made++),
    report: (call, results) => seen[call]?.push(results),
    isStopped: () => made >= stopAfter,
  })
  return { count, last: seen.map((results) => results.at(-1)?.map(({ kind }) => kind)), seen }
}

test('reports each call when it’s sent and when it’s answered', async () => {
  const { count, last, seen } = await run(async () => ({ success: true }))
  expect(count).toBe(3)
  expect(seen[1]).toEqual([[{ kind: 'sending' }], [{ kind: 'accepted' }]])
  expect(last).toEqual([['accepted', 'accepted'], ['accepted'], ['accepted']])
})

test('stops after the current call', async () => {
  const { count, last } = await run(async () => ({ success: true }), 1)
  expect([count, last[1]]).toEqual([1, undefined])
})

test('an error in the reply is a refusal', async () => {
  const { last, seen } = await run(async (call) => (call === 0 ? { error: 'too soon' } : {}))
  expect(last).toEqual([['refused', 'refused'], ['accepted'], ['accepted']])
  expect(seen[0]?.at(-1)?.[0]).toEqual({ kind: 'refused', why: 'Too soon.' })
})

test('continues after a refused call', async () => {
  const { count, last } = await run(async (call) => (call === 0 ? Promise.reject(invalid) : { success: true }))
  expect([count, last]).toEqual([3, [['held', 'refused'], ['accepted'], ['accepted']]])
})

test('stops after a call without an answer', async () => {
  const down = new ApiError({ kind: 'unreachable', status: 0, sentence: 'Can’t reach the service.' })
  const { count, last } = await run(async (call) => (call === 1 ? Promise.reject(down) : { success: true }))
  expect([count, last]).toEqual([2, [['accepted', 'accepted'], ['failed'], undefined]])
})

describe('a refusal', () => {
  test('without indexes applies to all items', () => {
    const error = new ApiError({
      kind: 'invalid',
      status: 422,
      sentence: 'Too large.',
      fields: { '7.x': 'far', body: 'y' },
    })
    expect(failuresOf(error, 2)).toEqual(Array.from({ length: 2 }, () => ({ kind: 'refused', why: 'Too large.' })))
  })

  test('without an answer says that it may have been accepted', () => {
    const error = new ApiError({ kind: 'failed', status: 503, sentence: 'The service cannot answer now.' })
    expect(failuresOf(error, 1)[0]).toMatchObject({
      why: expect.stringMatching(/^The service cannot answer now\. It may/),
    })
  })

  test('because of the site’s state keeps its own sentence', () => {
    const error = new ApiError({ kind: 'conflict', status: 409, sentence: 'The host is a placeholder.' })
    expect(failuresOf(error, 1)).toEqual([{ kind: 'failed', why: 'The host is a placeholder.' }])
  })
})
