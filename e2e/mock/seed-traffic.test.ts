import { expect, test } from 'vitest'
import type { Site } from '../../src/service/database/index.ts'
import { trafficRows } from './seed-traffic.ts'

const day = 86_400_000

test('a day has the traffic of its hours, and an hour that of its five minutes', () => {
  const now = Date.UTC(2026, 10, 21, 12, 7)
  const rows = trafficRows({ id: 'site', host: 'www.example' } as Site, now, true)
  const requests = (width: number, from: number, to: number) =>
    rows
      .filter((row) => row.width === width && row.at >= from && row.at < to)
      .reduce((sum, row) => sum + row.service_requests, 0)
  const today = Math.floor(now / day) * day
  for (const start of [today, today - day, today - 8 * day]) {
    const whole = requests(day, start, start + day)
    expect(whole).toBeGreaterThan(0)
    expect(requests(day / 24, start, start + day)).toBe(whole)
    expect(requests(300_000, start, start + day)).toBe(whole)
  }
})
