import { expect, test } from 'vitest'
import { utcDate, utcMoment } from './dates.ts'

test('dates and moments are in UTC, in the spelling of the dashboard', () => {
  expect(utcDate('2026-11-20T13:10:32.000Z')).toBe('20 Nov 2026')
  expect(utcDate('2026-01-02')).toBe('2 Jan 2026')
  expect(utcDate('soon')).toBe('soon')
  expect(utcMoment('2026-11-20T13:10:32.000Z')).toBe('20 Nov 2026, 13:10 UTC')
})
