import { expect, test } from 'vitest'
import type { IncidentRecord } from '../../contract/index.ts'
import { bodyOf } from '../mail/index.ts'
import { alertMessage, subjectOf, whyFoot } from './messages.ts'

const host = 'www.a.example'

const recordOf = (own: Partial<IncidentRecord>): IncidentRecord => ({
  id: 'i',
  kind: 'origin',
  severity: 3,
  host,
  site_id: null,
  cause: 'HTTP 503',
  started_at: '2026-11-22T21:38:00.000Z',
  ended_at: null,
  end_reason: null,
  partly: false,
  acknowledged_at: null,
  acknowledged_by: null,
  requests: null,
  places: [],
  ...own,
})

test.each([
  ['down', 'was down'],
  ['slow', 'was slow'],
  ['resources', 'broken resources'],
  ['dns', 'DNS pointed elsewhere'],
  ['certificate', 'certificate'],
  ['origin', 'origin errors'],
  // of another version of the service
  ['flooded', 'was: flooded'],
  ['constructor', 'was: constructor'],
])('the end of an incident of the kind %s is told in the past', (kind, words) => {
  expect(subjectOf('closed', { kind, host, cause: 'HTTP 503', partly: false }, 'partner')).toBe(
    `Recovered: ${host} (${words})`,
  )
})

test('a holder is told of a server of theirs that failed', () => {
  const incident = { kind: 'origin', host, cause: 'HTTP 503', partly: false }
  expect(subjectOf('closed', incident, 'holder')).toBe(`Recovered: ${host} (server errors)`)
  expect(subjectOf('opened', incident, 'holder')).toBe(`Server errors: ${host} (HTTP 503)`)
})

test('a host that is down in some places is called what its site is called', () => {
  const incident = { kind: 'down', host, cause: 'HTTP 503', partly: true }
  expect(subjectOf('opened', incident, 'partner')).toBe(`Partly down: ${host} (HTTP 503)`)
  expect(subjectOf('reopened', incident, 'holder')).toBe(`Partly down again: ${host} (HTTP 503)`)
  expect(subjectOf('closed', incident, 'partner')).toBe(`Recovered: ${host} (was partly down)`)
})

test('an email says first what is wrong, and when in words', () => {
  const record = recordOf({})
  const incident = { record, account: { id: 'a', name: 'Shop' }, page: 'https://d.example/incidents/i' }
  const foot = whyFoot('Night', 'https://d.example/alerts')
  const lines = (what: 'opened' | 'reopened' | 'closed', reader: 'holder' | 'partner') =>
    bodyOf(alertMessage(what, incident, reader, foot)).text.split('\n')
  expect(lines('opened', 'holder')[0]).toBe(`Your server behind ${host} fails: it returns HTTP 503.`)
  expect(lines('reopened', 'partner')[0]).toBe(
    `The origin of ${host} fails: it returns HTTP 503. It had recovered before.`,
  )
  expect(lines('closed', 'holder')[0]).toBe(`${host} has recovered.`)
  expect(lines('opened', 'holder')).toContain('  Since:   22 Nov 2026, 21:38 UTC')
})

test('the end of a slow host tells its worst value; the cause leaves out the last one', () => {
  const cause = 'LCP 2.31\u00a0s, limit 2\u00a0s'
  const worst = { metric: 'time_to_display', value: 6400, at: '2026-11-22T14:05:00.000Z' }
  const record = recordOf({ kind: 'slow', severity: 1, cause, ended_at: '2026-11-22T23:00:00.000Z', worst })
  const incident = { record, account: { id: 'a', name: 'Shop' }, page: 'https://d.example/incidents/i' }
  const { text } = bodyOf(alertMessage('closed', incident, 'holder', whyFoot('Night', 'https://d.example/alerts')))
  expect(text).toContain(
    '  Cause:   LCP over its limit of 2\u00a0s\n  Worst:   LCP 6.40\u00a0s, on 22 Nov 2026, 14:05 UTC\n',
  )
})
