import { expect, test } from 'vitest'
import { subjectOf } from './messages.ts'

const host = 'www.a.example'

test.each([
  ['down', 'was down'],
  ['slow', 'was slow'],
  ['resources', 'resources failed'],
  ['dns', 'DNS was wrong'],
  ['certificate', 'certificate'],
  ['origin', 'origin failed'],
  // of another version of the service
  ['flooded', 'was: flooded'],
  ['constructor', 'was: constructor'],
])('the end of an incident of the kind %s is told in the past', (kind, words) => {
  expect(subjectOf('closed', { kind, host, cause: 'HTTP 503' }, 'partner')).toBe(`Recovered: ${host} (${words})`)
})

test('a holder is told of a server of theirs that failed', () => {
  const incident = { kind: 'origin', host, cause: 'HTTP 503' }
  expect(subjectOf('closed', incident, 'holder')).toBe(`Recovered: ${host} (your server failed)`)
  expect(subjectOf('opened', incident, 'holder')).toBe(`Your server fails: ${host} (HTTP 503)`)
})
