import { expect, test } from 'vitest'
import { ApiError } from '../../../client/errors.ts'
import { reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { comparisonInWords, previousPeriodName, withFieldLabels } from './words.ts'

const refused = (fields: Record<string, string>) =>
  new ApiError({ kind: 'invalid', status: 422, sentence: 'Not valid.', fields, requestId: 'r1' })

test.each([
  [{ start_date: 'must not be after today' }, '“From” must not be after today.'],
  [{ start_date: 'must not be after end_date' }, '“From” must not be after “To”.'],
  [{ end_date: 'must be a date' }, '“To” must be a date.'],
  [{ user_id: 'is missing' }, 'Not valid.'],
])('a refusal of %j reads %s', (fields, words) => {
  const error = withFieldLabels(refused(fields))
  expect(reasonOf(error)).toBe(words)
  expect(error).toMatchObject({ kind: 'invalid', requestId: 'r1' })
})

test('the previous period is named by its weeks', () => {
  expect(previousPeriodName({ kind: 'latest', range: '48h' })).toBe('a week earlier')
  expect(previousPeriodName({ kind: 'latest', range: '30d' })).toBe('5 weeks earlier')
})

test('a part of a day is compared with the same hours, more with the same weekdays', () => {
  const hour = 3_600_000
  const part = { kind: 'times', from: 0, to: 6 * hour } as const
  expect(comparisonInWords(part)).toBe('Compared with the same hours a week earlier.')
  expect(comparisonInWords({ ...part, to: 24 * hour })).toBe('Compared with the same weekdays a week earlier.')
  expect(comparisonInWords({ kind: 'days', from: 0, to: 24 * hour })).toBe(
    'Compared with the same weekday a week earlier.',
  )
})
