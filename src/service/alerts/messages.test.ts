import { expect, test } from 'vitest'
import type { IncidentRecord } from '../../contract/index.ts'
import { bodyOf } from '../mail/index.ts'
import { alertMessage, subjectOf, whyFoot } from './messages.ts'

const host = 'www.a.example'

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
  expect(subjectOf('closed', { kind, host, cause: 'HTTP 503' }, 'partner')).toBe(`Recovered: ${host} (${words})`)
})

test('a holder is told of a server of theirs that failed', () => {
  const incident = { kind: 'origin', host, cause: 'HTTP 503' }
  expect(subjectOf('closed', incident, 'holder')).toBe(`Recovered: ${host} (server errors)`)
  expect(subjectOf('opened', incident, 'holder')).toBe(`Server errors: ${host} (HTTP 503)`)
})

test('an email says first what is wrong, and when in words', () => {
  const record: IncidentRecord = {
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
  }
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
