import { expect, test } from 'vitest'
import { ApiError } from '../../../client/errors.ts'
import { rowError } from './row-error.ts'

test('a failure of the service includes its request ID', () => {
  const error = new ApiError({ kind: 'failed', status: 503, sentence: 'It cannot answer now.', requestId: 'r1' })
  expect(rowError(error)).toBe('It cannot answer now. Request ID: r1.')
})

test('a validation error names its fields', () => {
  const fields = { 'variables.locations': 'must be one of Frankfurt' }
  const error = new ApiError({ kind: 'invalid', status: 422, sentence: 'A field is wrong.', fields })
  expect(rowError(error)).toBe('A field is wrong. variables.locations: Must be one of Frankfurt.')
})

test('a rate limit says how long to wait', () => {
  const error = new ApiError({ kind: 'too-many', status: 429, sentence: 'Too many requests.', retryAfter: 3 })
  expect(rowError(error)).toBe('Too many requests. Try again in 3 seconds.')
})
