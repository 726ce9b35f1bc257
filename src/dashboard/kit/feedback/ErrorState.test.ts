import { expect, test } from 'vitest'
import { ApiError } from '../../../client/errors.ts'
import { adviceFor, reasonOf } from './ErrorState.tsx'

const invalid = (fields: Record<string, string>) =>
  new ApiError({ kind: 'invalid', status: 422, sentence: 'Field “from” must be UNIX milliseconds.', fields })

test.each([
  ['denied', 403, 'Set up a second factor first.'],
  ['refused-key', 401, 'Your session has ended. Sign in again.'],
] as const)('%s has the words of the service alone', (kind, status, sentence) => {
  const error = new ApiError({ kind, status, sentence })
  expect([reasonOf(error), adviceFor(error)]).toEqual([sentence, ''])
})

test.each([
  [{ from: 'must be UNIX milliseconds' }, 'The service rejected this time range.', 'Choose another one.'],
  [{ to: 'must be after from' }, 'The service rejected this time range.', 'Choose another one.'],
  [{ host: 'is taken' }, 'Field “from” must be UNIX milliseconds.', ''],
])('a refusal of %o', (fields, reason, advice) => {
  expect([reasonOf(invalid(fields)), adviceFor(invalid(fields))]).toEqual([reason, advice])
})
