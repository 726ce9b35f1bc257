import { describe, expect, test } from 'vitest'
import type { IncidentRecord } from '../contract/incidents.ts'
import { incidentSentence, incidentTitle, locationsInWords, monitorsInWords, shownSamples } from './incidents.ts'

const place = (location: string, more: Partial<IncidentRecord['places'][number]> = {}) => ({
  monitor_id: 'm',
  monitor_name: 'Home page',
  location,
  since: '2026-11-22T21:38:00.000Z',
  until: null,
  cause: 'HTTP 503',
  first_sample_id: 'a',
  last_sample_id: 'b',
  samples: 2,
  ...more,
})

const incident: IncidentRecord = {
  id: 'i',
  kind: 'down',
  severity: 3,
  host: 'www.example',
  site_id: null,
  cause: 'HTTP 503',
  started_at: '2026-11-22T21:38:00.000Z',
  ended_at: null,
  end_reason: null,
  partly: false,
  acknowledged_at: null,
  acknowledged_by: null,
  requests: null,
  places: [place('Frankfurt'), place('Tokyo')],
}
const ended = { ended_at: '2026-11-22T22:00:00.000Z', end_reason: 'recovered' }
const until = ended.ended_at

describe('an incident below its host', () => {
  test.each<[change: Partial<IncidentRecord>, title: string]>([
    [{}, 'It returns HTTP 503 in Frankfurt and Tokyo'],
    [{ cause: 'Connection failed', places: [place('Tokyo')] }, 'Connections to it fail in Tokyo'],
    [{ ...ended, cause: 'Timeout', places: [place('Tokyo', { until })] }, 'It didn’t answer in time in Tokyo'],
    [{ kind: 'slow', cause: 'LCP 2 s', places: [place('Tokyo')] }, 'LCP 2 s in Tokyo'],
    // its value is that of the last slow sample, which isn't the worst
    [
      { ...ended, kind: 'slow', cause: 'First byte 3.31\u00a0s, limit 3\u00a0s', places: [place('Tokyo', { until })] },
      'First byte over its limit of 3\u00a0s in Tokyo',
    ],
    [
      { ...ended, kind: 'slow', cause: 'LCP 900\u00a0ms, usually 200\u00a0ms', places: [] },
      'LCP over the usual 200\u00a0ms',
    ],
    [
      { kind: 'resources', cause: 'https://www.example/a.js failed: timeout', places: [] },
      'Resources fail: /a.js (timeout)',
    ],
    [{ kind: 'certificate', cause: 'Certificate expires on 2026-12-01' }, 'The certificate expires on 2026-12-01'],
    [
      { kind: 'certificate', cause: 'Certificate of shop.example expires on 2026-12-01' },
      'Certificate of shop.example expires on 2026-12-01',
    ],
    [{ kind: 'dns', cause: 'no record', places: [] }, 'DNS doesn’t point to the service: no record'],
    [{ kind: 'origin', places: [] }, 'The origin fails: it returns HTTP 503'],
    [{ kind: 'other', cause: 'Something' }, 'Something'],
  ])('%o', (change, title) => {
    expect(incidentTitle({ ...incident, ...change }, 'partner')).toBe(title)
  })
})

describe('an incident in a sentence', () => {
  test.each<[change: Partial<IncidentRecord>, sentence: string]>([
    [{}, 'www.example is down in Frankfurt and Tokyo: it returns HTTP 503.'],
    [{ partly: true, places: [place('Tokyo')] }, 'www.example is partly down in Tokyo: it returns HTTP 503.'],
    [{ cause: 'Timeout' }, 'www.example is down in Frankfurt and Tokyo: it doesn’t answer in time.'],
    [{ cause: 'Strange thing' }, 'www.example is down in Frankfurt and Tokyo: Strange thing.'],
    [
      { ...ended, places: [place('Tokyo', { until })], cause: 'Connection failed' },
      'www.example was down in Tokyo: connections to it failed.',
    ],
    [
      { kind: 'resources', cause: 'https://www.example/a.js failed: status 404, and 2 more', places: [place('Tokyo')] },
      'Resources of www.example fail in Tokyo: /a.js (HTTP 404), and 2 more.',
    ],
    [
      { kind: 'slow', cause: 'LCP over 1.5 s', places: [place('Tokyo')] },
      'www.example is slow in Tokyo: LCP over 1.5 s.',
    ],
    [
      { kind: 'certificate', cause: 'Certificate expires on 2026-12-01' },
      'The certificate of www.example expires on 2026-12-01.',
    ],
    [
      { kind: 'certificate', cause: 'Certificate of shop.example expires on 2026-12-01' },
      'The certificate of shop.example expires on 2026-12-01.',
    ],
    [
      {
        kind: 'certificate',
        cause: 'Certificate of the authority R3 in the chain of shop.example expires on 2026-12-01',
      },
      'The certificate of the authority R3 in the chain of shop.example expires on 2026-12-01.',
    ],
    // as it was stored by an older service
    [
      { kind: 'certificate', cause: 'Certificate ends on 2026-12-01' },
      'The certificate of www.example expires on 2026-12-01.',
    ],
    [
      { kind: 'certificate', cause: 'Certificate ended on 2026-11-01' },
      'The certificate of www.example expired on 2026-11-01.',
    ],
    [
      { kind: 'dns', cause: 'No CNAME record', places: [] },
      'DNS of www.example doesn’t point to the service: No CNAME record.',
    ],
    [
      { kind: 'origin', cause: 'Connection refused', places: [] },
      'The origin of www.example fails: it refuses connections.',
    ],
    [{ kind: 'haunted', cause: 'a ghost', places: [] }, 'www.example: haunted, a ghost.'],
  ])('%j', (change, sentence) => expect(incidentSentence({ ...incident, ...change }, 'partner')).toBe(sentence))
})

test('an account holder’s origin is their server', () => {
  const failing = { ...incident, kind: 'origin', cause: 'HTTP 503', places: [] }
  expect(incidentSentence(failing, 'holder')).toBe('Your server behind www.example fails: it returns HTTP 503.')
  expect(incidentSentence({ ...failing, ...ended }, 'holder')).toContain('failed: it returned HTTP 503.')
})

test('places where it is over already aren’t named while it goes on elsewhere', () => {
  expect(locationsInWords({ ...incident, places: [place('Frankfurt', { until }), place('Tokyo')] })).toBe('Tokyo')
})

test('and their samples aren’t counted with those of the places that are named', () => {
  const places = [place('Frankfurt', { until, samples: 30 }), place('Tokyo', { until }), place('Tokyo')]
  expect(shownSamples({ ...incident, places })).toBe(2)
  expect(shownSamples({ ...ended, places })).toBe(34)
})

test('a place that failed several times is named once', () => {
  const places = [place('Tokyo', { until }), place('Tokyo', { until })]
  expect(locationsInWords({ ...ended, places })).toBe('Tokyo')
})

test('many locations are counted', () => {
  const places = ['Frankfurt', 'Tokyo', 'Virginia', 'Sydney'].map((location) => place(location))
  expect(locationsInWords({ ...incident, places })).toBe('Frankfurt, Sydney and 2 more locations')
})

test('monitors are named if several see it', () => {
  expect(monitorsInWords(incident)).toBe('')
  const other = place('Tokyo', { monitor_id: 'n', monitor_name: 'Checkout' })
  const deleted = place('Tokyo', { monitor_id: 'o', monitor_name: null })
  expect(monitorsInWords({ ...incident, places: [place('Tokyo'), other, deleted] })).toBe(
    'Home page, Checkout and a deleted monitor',
  )
})
