import { expect, test } from 'vitest'
import { anIncident } from '../../test/records.ts'
import { incidentHighlight, latestWithin } from './highlight.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 27, hour))
const incident = (from: number, to: number | null) => ({
  started_at: at(from).toISOString(),
  ended_at: to === null ? null : at(to).toISOString(),
})
const [first, second, open] = [incident(2, 4), incident(6, 8), incident(10, null)]

test.each([
  ['the later of two', 0, 9, second],
  ['one that began before', 3, 5, first],
  ['one that is open', 11, 12, open],
  ['none between two', 4, 6, undefined],
  ['none before the first', 0, 2, undefined],
])('of a range, %s is shaded', (_, from, to, expected) => {
  expect(latestWithin([open, first, second], at(from).getTime(), at(to).getTime())).toBe(expected)
})

test('what is open says since when, with the day once that is long ago', () => {
  const shade = (now: number) => incidentHighlight({ kind: 'user' }, anIncident(open), at(now).getTime(), 'UTC').label
  expect(shade(12)).toBe('Down since 10:00')
  expect(shade(60)).toBe('Down since 27 Nov, 10:00')
})
