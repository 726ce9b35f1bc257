import { expect, test } from 'vitest'
import { ApiError, type ErrorKind } from '../../api/errors.ts'
import { failureSentence } from './verify.ts'

const at = { role: 'partner', baseUrl: '/api' } as const
const failed = (kind: ErrorKind) => new ApiError({ kind, status: 0, sentence: 'It failed.' })

test('an invalid key, denied access, no answer and a foreign API each have their own sentence', () => {
  const kinds = ['refused-key', 'denied', 'unreachable', 'malformed'] as const
  const sentences = kinds.map((kind) => failureSentence(failed(kind), at, true))
  expect(new Set(sentences).size).toBe(4)
  expect(sentences[0]).toMatch(/key isn’t valid/)
  expect(sentences[1]).toMatch(/Access denied/)
  expect(sentences[2]).toMatch(/Can’t reach the service at \/api/)
  expect(sentences[3]).toMatch(/doesn’t provide this API/)
})

test('an account holder learns that the mailed password isn’t the key', () => {
  expect(failureSentence(failed('refused-key'), { role: 'user', baseUrl: '/api' }, true)).toMatch(/isn’t the key\. Ask/)
  expect(failureSentence(failed('refused-key'), at, true)).not.toMatch(/password/)
})

test('an account holder isn’t sent to the operator', () => {
  expect(failureSentence(failed('denied'), { role: 'user', baseUrl: '/api' }, true)).not.toMatch(/operator/)
})

test('without a choice of base URL, no sentence tells you to check it', () => {
  for (const kind of ['unreachable', 'malformed', 'not-found'] as const) {
    expect(failureSentence(failed(kind), at, true)).toContain('the base URL under Advanced')
    expect(failureSentence(failed(kind), at, false)).not.toContain('Advanced')
  }
})
