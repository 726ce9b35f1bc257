import { expect, test } from 'vitest'
import { earlier, later, zoomIn, zoomOut, zoomTo } from './steps.ts'
import { daysFrom, type RequestedWindow } from './window.ts'

const at = (text: string) => Date.parse(text)
const days: RequestedWindow = { kind: 'days', from: at('2026-11-10'), to: at('2026-11-12') }
const latest: RequestedWindow = { kind: 'latest', range: '48h' }
const now = at('2026-11-21T10:02Z')
const shown = { from: at('2026-11-19T10:00Z'), to: at('2026-11-21T10:05Z') }
const times = (from: string, to: string) => ({ kind: 'times', from: at(from), to: at(to) })

test('earlier is the window of the same length before', () => {
  expect(earlier(days, days, 'UTC')).toEqual({ kind: 'days', from: at('2026-11-08'), to: at('2026-11-10') })
  expect(earlier(latest, shown, 'UTC')).toEqual(times('2026-11-17T10:00Z', '2026-11-19T10:00Z'))
})

test('days stay whole where the clocks change', () => {
  const zone = 'Europe/Berlin'
  const week = daysFrom('2026-10-25', '2026-10-31', zone)
  expect(earlier(week, week, zone)).toEqual(daysFrom('2026-10-18', '2026-10-24', zone))
  const before = daysFrom('2026-10-18', '2026-10-24', zone)
  expect(later(before, before, now, zone)).toEqual(week)
})

test('later ends now', () => {
  expect(later(latest, shown, now, 'UTC')).toBeUndefined()
  expect(later(days, days, now, 'UTC')).toEqual({ kind: 'days', from: at('2026-11-12'), to: at('2026-11-14') })
  const part = { from: at('2026-11-21T04:00Z'), to: at('2026-11-21T08:00Z') }
  expect(later({ kind: 'times', ...part }, part, now, 'UTC')).toEqual(times('2026-11-21T06:05Z', '2026-11-21T10:05Z'))
})

test('a step back from the latest range and one forward lead to it again', () => {
  const week = { from: at('2026-11-14T10:02Z'), to: now }
  const before = times('2026-11-07T10:00Z', '2026-11-14T10:00Z')
  expect(earlier({ kind: 'latest', range: '7d' }, week, 'UTC')).toEqual(before)
  expect(later({ ...before, kind: 'times' }, before, now, 'UTC')).toEqual({ kind: 'latest', range: '7d' })
})

test('zooming in shows the middle half, zooming out twice as much up to now', () => {
  expect(zoomIn({ from: at('2026-11-20'), to: at('2026-11-21') })).toEqual(
    times('2026-11-20T06:00Z', '2026-11-20T18:00Z'),
  )
  expect(zoomIn({ from: 0, to: 20 * 60_000 })).toBeUndefined()
  expect(zoomOut(days, now)).toEqual(times('2026-11-09', '2026-11-13'))
  expect(zoomOut({ from: at('2026-11-21T08:00Z'), to: now }, now)).toEqual(
    times('2026-11-21T05:55Z', '2026-11-21T10:05Z'),
  )
  expect(zoomOut({ from: 0, to: now }, now)).toBeUndefined()
})

test('a selected part includes its last bucket', () => {
  const hour = 3_600_000
  expect(zoomTo(at('2026-11-20T06:00Z'), at('2026-11-20T08:00Z'), hour)).toEqual(
    times('2026-11-20T06:00Z', '2026-11-20T09:00Z'),
  )
  expect(zoomTo(at('2026-11-20T06:00Z'), at('2026-11-20T06:00Z'), 60_000)).toEqual(
    times('2026-11-20T06:00Z', '2026-11-20T06:15Z'),
  )
})
