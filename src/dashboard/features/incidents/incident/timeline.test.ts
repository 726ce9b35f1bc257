import { expect, test } from 'vitest'
import type { IncidentRecord } from '../../../../contract/index.ts'
import { axisOf, timelineRows } from './timeline.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 21, minute)).toISOString()
const place = (location: string, since: number, until: number | null, monitor_name: string | null = 'Home') => ({
  monitor_id: monitor_name ?? 'gone',
  monitor_name,
  location,
  since: at(since),
  until: until === null ? null : at(until),
  cause: 'HTTP 503',
  first_sample_id: 'a',
  last_sample_id: 'b',
  samples: 2,
})
const incident = (ended: number | null, places: IncidentRecord['places']): IncidentRecord => ({
  id: 'i',
  kind: 'down',
  severity: 3,
  host: 'www.example',
  site_id: null,
  cause: 'HTTP 503',
  started_at: at(0),
  ended_at: ended === null ? null : at(ended),
  end_reason: ended === null ? null : 'recovered',
  partly: false,
  acknowledged_at: null,
  acknowledged_by: null,
  requests: null,
  places,
})

test('a place that failed several times is one row', () => {
  const rows = timelineRows([place('Tokyo', 0, 5), place('Frankfurt', 2, null, null), place('Tokyo', 8, null)])
  expect(rows.map(({ label, spans }) => [label, spans.length])).toEqual([
    ['Tokyo · Home', 2],
    ['Frankfurt · Deleted monitor', 1],
  ])
  expect(rows[0]?.spans[1]).toEqual({ from: Date.parse(at(8)), to: null })
})

test('the axis of an ended incident has a margin on both sides', () => {
  const { from, to } = axisOf(incident(40, [place('Tokyo', 0, 40)]), Date.parse(at(59)))
  expect([from, to]).toEqual([Date.parse(at(-2)), Date.parse(at(42))])
})

test('the axis of an open incident ends now', () => {
  expect(axisOf(incident(null, [place('Tokyo', 0, null)]), Date.parse(at(40))).to).toBe(Date.parse(at(40)))
  // however young it is
  const young = axisOf(incident(null, [place('Tokyo', 0, null)]), Date.parse(at(3)))
  expect(young).toEqual({ from: Date.parse(at(-7)), to: Date.parse(at(3)) })
})
