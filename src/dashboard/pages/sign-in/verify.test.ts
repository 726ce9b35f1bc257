import { expect, test } from 'vitest'
import { ApiError, type ErrorKind } from '../../api/errors.ts'
import { whyNot } from './verify.ts'

const at = { role: 'partner', baseUrl: '/api' } as const
const failed = (kind: ErrorKind) => new ApiError({ kind, status: 0, sentence: 'It failed.' })

test('a refused key, no access, no answer and another API are four different sentences', () => {
  const kinds = ['refused-key', 'denied', 'unreachable', 'malformed'] as const
  const sentences = kinds.map((kind) => whyNot(failed(kind), at))
  expect(new Set(sentences).size).toBe(4)
  expect(sentences[0]).toMatch(/refused the key/)
  expect(sentences[1]).toMatch(/Access is not granted/)
  expect(sentences[2]).toMatch(/cannot be reached at \/api/)
  expect(sentences[3]).toMatch(/not this API/)
})

test('what an account holder can do about it is something else', () => {
  expect(whyNot(failed('denied'), { role: 'user', baseUrl: '/api' })).not.toMatch(/operator/)
})
