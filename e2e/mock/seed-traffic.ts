import type { Insertable } from 'kysely'
import type { Site, TrafficTable } from '../../src/service/database/index.ts'
import { randomFrom } from './random.ts'
import { movedAt } from './seed-events.ts'

const minute = 60_000
const five = 5 * minute
const hour = 60 * minute
const day = 24 * hour

interface Width {
  readonly width: number
  /** How far back, in ms. */
  readonly back: number
}

/** Long enough for every range of the charts and its previous period. */
const long: readonly Width[] = [
  { width: five, back: 10 * day },
  { width: hour, back: 68 * day },
  { width: day, back: 120 * day },
]
const short: readonly Width[] = [
  { width: five, back: 2 * day },
  // not less than the narrower ones
  { width: hour, back: 2 * day + hour },
  { width: day, back: 3 * day },
]

/** Visits in a daily and weekly wave. Offload grows as the cache fills. */
export function trafficRows(site: Site, now: number, many: boolean): Insertable<TrafficTable>[] {
  const rowAt = rowsOf(site, now)
  return (many ? long : short).flatMap(({ width, back }) => {
    const last = Math.floor(now / width) * width
    return Array.from({ length: Math.floor(back / width) }, (_, i) => rowAt(width, last - i * width))
  })
}

/** Traffic since a time, for the buckets that are open or have just closed. */
export function latestTraffic(site: Site, now: number): Insertable<TrafficTable>[] {
  const rowAt = rowsOf(site, now)
  return short.flatMap(({ width }) => {
    const last = Math.floor(now / width) * width
    return [rowAt(width, last), rowAt(width, last - width)]
  })
}

/** How many requests reached a site's server between two times, in the buckets of five minutes that are over by then. */
export function originRequests(site: Site, from: number, to: number, now: number): number {
  const rowAt = rowsOf(site, now)
  const first = Math.floor(from / five)
  const buckets = Array.from({ length: Math.max(1, Math.floor(to / five) - first) }, (_, i) => (first + i) * five)
  return buckets.reduce((sum, at) => sum + rowAt(five, at).origin_requests, 0)
}

type Row = Omit<Insertable<TrafficTable>, 'width'>

/** The rows of a site: wider ones are the sums of those of five minutes, as in the service. */
function rowsOf(site: Site, now: number): (width: number, at: number) => Insertable<TrafficTable> {
  const character = randomFrom(site.host)
  const perMinute = 40 + character() * 160
  const offload = 0.7 + character() * 0.18
  const passesFrom = site.state === 'transparent' ? movedAt(site, now) : Number.POSITIVE_INFINITY
  const known = new Map<number, readonly Row[]>()
  const rowsOfHour = (start: number) => {
    const random = randomFrom(`${site.host} ${start}`)
    // no two days are alike
    const mood = 0.92 + 0.16 * randomFrom(`${site.host} ${Math.floor(start / day)}`)()
    return Array.from({ length: hour / five }, (_, i): Row => {
      const at = start + i * five
      const wave = 1 + 0.6 * Math.sin((2 * Math.PI * (at % day)) / day - 1.9)
      const weekend = [0, 6].includes(new Date(at).getUTCDay()) ? 0.7 : 1
      const seen = Math.min(1, Math.max(0, (now - at) / five))
      const requests = Math.round((perMinute * five * wave * weekend * mood * seen * (0.9 + random() * 0.2)) / minute)
      const missed = Math.round(requests * (1 - offload) * (0.85 + random() * 0.3))
      const bytes = requests * (31_000 + Math.round(random() * 6000))
      const missedBytes = missed * (38_000 + Math.round(random() * 6000))
      const isPassed = at >= passesFrom
      return {
        site_id: site.id,
        at,
        service_requests: requests,
        service_bytes: bytes,
        origin_requests: isPassed ? requests : missed,
        origin_bytes: isPassed ? bytes : missedBytes,
      }
    })
  }
  const hourAt = (start: number) => {
    const rows = known.get(start) ?? rowsOfHour(start)
    known.set(start, rows)
    return rows
  }
  return (width, at) => {
    const hours = Array.from({ length: Math.max(1, width / hour) }, (_, i) => Math.floor(at / hour) * hour + i * hour)
    const rows = hours.flatMap(hourAt).filter((row) => row.at >= at && row.at < at + width)
    const sum = (column: Exclude<keyof Row, 'site_id' | 'at'>) => rows.reduce((total, row) => total + row[column], 0)
    return {
      site_id: site.id,
      width,
      at,
      service_requests: sum('service_requests'),
      service_bytes: sum('service_bytes'),
      origin_requests: sum('origin_requests'),
      origin_bytes: sum('origin_bytes'),
    }
  }
}
