import type { Insertable } from 'kysely'
import type { Site, TrafficTable } from '../../src/service/database/index.ts'
import { randomFrom } from './random.ts'

const minute = 60_000
const day = 24 * 60 * minute

interface Width {
  readonly width: number
  /** How far back, in ms. */
  readonly back: number
}

/** Long enough for every range of the charts and its previous period. */
const long: readonly Width[] = [
  { width: 5 * minute, back: 10 * day },
  { width: 60 * minute, back: 68 * day },
  { width: day, back: 120 * day },
]
const short: readonly Width[] = [
  { width: 5 * minute, back: 2 * day },
  { width: 60 * minute, back: 2 * day },
  { width: day, back: 2 * day },
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

function rowsOf(site: Site, now: number): (width: number, at: number) => Insertable<TrafficTable> {
  const character = randomFrom(site.host)
  const perMinute = 40 + character() * 160
  const offload = 0.7 + character() * 0.18
  return (width, at) => {
    const random = randomFrom(`${site.host} ${width} ${at}`)
    const wave = width === day ? 1 : 1 + 0.6 * Math.sin((2 * Math.PI * (at % day)) / day - 1.9)
    const weekend = [0, 6].includes(new Date(at).getUTCDay()) ? 0.7 : 1
    const seen = Math.min(1, (now - at) / width)
    const requests = Math.round((perMinute * width * wave * weekend * seen * (0.9 + random() * 0.2)) / minute)
    const missed = Math.round(requests * (1 - offload) * (0.85 + random() * 0.3))
    return {
      site_id: site.id,
      width,
      at,
      service_requests: requests,
      service_bytes: requests * (31_000 + Math.round(random() * 6000)),
      origin_requests: missed,
      origin_bytes: missed * (38_000 + Math.round(random() * 6000)),
    }
  }
}
