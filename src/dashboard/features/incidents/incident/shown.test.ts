import { describe, expect, test } from 'vitest'
import type { IncidentRecord } from '../../../../contract/index.ts'
import { metricOf, slowTitle, spanAround, watchedPlaces } from './shown.ts'

const hour = 3_600_000
const place = {
  monitor_id: 'home',
  monitor_name: 'Home page',
  location: 'Frankfurt',
  since: '2026-11-21T10:00:00Z',
  until: null,
  cause: 'LCP 5.19 s, limit 2 s',
  first_sample_id: 'first',
  last_sample_id: 'last',
  samples: 3,
}

const incident = (own: Partial<IncidentRecord> = {}): IncidentRecord => ({
  id: 'incident',
  kind: 'slow',
  severity: 1,
  host: 'www.fjordbikes.example',
  site_id: null,
  cause: place.cause,
  started_at: place.since,
  ended_at: null,
  end_reason: null,
  partly: false,
  acknowledged_at: null,
  acknowledged_by: null,
  requests: null,
  places: [place],
  ...own,
})

test.each([
  ['LCP 5.2 s, limit 2 s', 'time_to_display'],
  ['First byte 900 ms, usually 200 ms', 'first_byte'],
  ['Load 5 s, limit 4 s', 'load'],
  ['HTTP 503', undefined],
])('“%s” is about %s', (cause, metric) => expect(metricOf(cause)).toBe(metric))

test.each([
  [{}, 'LCP is 5.19 s in Frankfurt, limit 2 s'],
  [{ ended_at: '2026-11-21T12:00:00Z' }, 'LCP was over its limit of 2 s in Frankfurt'],
  [{ cause: 'First byte 900 ms, usually 200 ms' }, 'First byte is 900 ms in Frankfurt, usually 200 ms'],
  [
    { cause: 'First byte 900 ms, usually 200 ms', ended_at: '2026-11-21T12:00:00Z' },
    'First byte was over the usual 200 ms in Frankfurt',
  ],
  [{ places: [place, { ...place, location: 'Tokyo' }] }, 'LCP is up to 5.19 s in Frankfurt and Tokyo, limit 2 s'],
  [{ cause: 'LCP 5.19 s' }, undefined],
  [{ kind: 'down', cause: 'HTTP 503' }, undefined],
])('the title of %o is “%s”', (own, title) => expect(slowTitle(incident(own))).toBe(title))

describe('the time around an incident', () => {
  const started = Date.parse(place.since)
  test.each([
    ['ends now while it’s open', 10, null, [-5, 10]],
    ['begins at least 2 h before it', 1, null, [-2, 1]],
    ['begins at most 12 h before it', 300, null, [-12, 300]],
    ['goes on after its end', 100, 4, [-2, 6]],
    ['doesn’t go beyond now', 5, 4, [-2, 5]],
  ] as const)('%s', (_, now, ended, [from, to]) => {
    const ended_at = ended === null ? null : new Date(started + ended * hour).toISOString()
    expect(spanAround(incident({ ended_at }), started + now * hour)).toEqual({
      from: started + from * hour,
      to: started + to * hour,
    })
  })
})

test('the time around an incident of an odd length is whole milliseconds', () => {
  const started_at = '2026-11-21T10:00:00.001Z'
  const begun = Date.parse(started_at)
  const open = spanAround(incident({ started_at }), begun + 10 * hour)
  const over = spanAround(
    incident({ started_at, ended_at: new Date(begun + 9 * hour + 1).toISOString() }),
    begun + 30 * hour,
  )
  expect([open.from, open.to, over.from, over.to].filter((at) => !Number.isInteger(at))).toEqual([])
})

test('the monitor of the incident’s own cause comes first, and deleted ones are left out', () => {
  const other = { ...place, monitor_id: 'shop', cause: 'LCP 2.1 s, limit 2 s' }
  const gone = { ...place, monitor_id: 'gone', monitor_name: null }
  const watched = watchedPlaces(incident({ places: [gone, other, place] }))
  expect(watched.map((places) => places.map(({ monitor_id }) => monitor_id))).toEqual([['home'], ['shop']])
})
