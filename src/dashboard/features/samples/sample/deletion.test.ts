import { expect, test } from 'vitest'
import { deletionWords, detailsInWords, goneWords } from './deletion.ts'

test.each([
  [{ reason: 'age', days: 30 }, 'after 30 days'],
  [{ reason: 'age', days: 1 }, 'after 1 day'],
  [{ reason: 'age' }, 'because of its age'],
  [{ reason: 'quota' }, 'to make room for newer samples'],
  [null, undefined],
  [undefined, undefined],
] as const)('%j is shown as %s', (deletion, words) => {
  expect(deletionWords(deletion)).toBe(words)
})

test('an HTTP check had one request and no screenshots', () => {
  expect(detailsInWords('HTTP')).toBe('request and response headers')
  expect(detailsInWords('WEBPAGE')).toBe('requests, response headers and screenshots')
})

test('details are gone if the service says so, or if there are metrics of an answer without them', () => {
  const empty = { raw: {}, requests: [], headers: [] }
  expect(goneWords({ ...empty, deleted: { details: { reason: 'age', days: 30 }, screenshots: null } })).toBe(
    'were deleted after 30 days',
  )
  expect(goneWords({ ...empty, metrics: { asset_count: 16 } })).toBe('are no longer kept')
  expect(goneWords({ ...empty, metrics: { status_code: 200, asset_count: null } })).toBe('are no longer kept')
  // nothing answered, so there was nothing to keep
  expect(goneWords({ ...empty, metrics: { status_code: null, asset_count: 0 } })).toBeUndefined()
  expect(
    goneWords({ ...empty, headers: [{ name: 'server', value: 'x' }], metrics: { status_code: 200 } }),
  ).toBeUndefined()
})
