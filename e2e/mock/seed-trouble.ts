import type { Incident, Monitor, Schema, Site } from '../../src/service/database/index.ts'
import type { Insertable } from 'kysely'
import { movedAt } from './seed-events.ts'
import { randomFrom } from './random.ts'

const minute = 60_000
const hour = 60 * minute
/** One of so many sites is in trouble. */
const oneOf = 50

type Trouble = Pick<Incident, 'kind' | 'severity' | 'cause' | 'partly'> &
  Partial<Pick<Incident, 'requests' | 'failed_requests'>>

const troubles: readonly Trouble[] = [
  { kind: 'down', severity: 3, cause: 'HTTP 503', partly: 0 },
  { kind: 'slow', severity: 1, cause: 'LCP 6.2 s, usually 2.1 s', partly: 0 },
  { kind: 'dns', severity: 2, cause: 'the CNAME points at old-host.example', partly: 0 },
  { kind: 'down', severity: 3, cause: 'no answer within 30 s', partly: 1 },
  { kind: 'slow', severity: 1, cause: 'LCP 4.8 s, usually 1.9 s', partly: 0 },
  { kind: 'origin', severity: 3, cause: 'Connection refused', partly: 0, requests: 1240, failed_requests: 1180 },
]

const isLive = ({ state }: Site) => state === 'active' || state === 'trial'

const failingResource = ({ host }: Site): Trouble => ({
  kind: 'resources',
  severity: 2,
  cause: `https://${host}/assets/font-2.woff2 failed: status 404`,
  partly: 0,
})

/** Open incidents of some of the sites, which began within the last hours, and of those that DNS took off. */
export function incidentRows(sites: readonly Site[], now: number): Insertable<Schema['incidents']>[] {
  const random = randomFrom('incidents')
  const gone: Trouble = { kind: 'dns', severity: 2, cause: 'No CNAME record', partly: 0 }
  return [
    ...sites.filter(({ state }) => state === 'off').map((site) => incidentOf(site, gone, movedAt(site, now))),
    ...sites
      .filter(({ state }, i) => i % oneOf === oneOf / 2 && state !== 'off')
      .flatMap((site, i) => {
        const drawn = troubles[i % troubles.length]
        if (!drawn || site.account_id === null) return []
        // a site that isn't live yet may point anywhere
        const trouble = drawn.kind === 'dns' && !isLive(site) ? failingResource(site) : drawn
        return incidentOf(site, trouble, now - Math.round((0.4 + 5 * random()) * hour))
      }),
  ]
}

function incidentOf(site: Site, trouble: Trouble, startedAt: number): Insertable<Schema['incidents']> {
  return {
    ...trouble,
    id: `incident-of-${site.id}`,
    account_id: site.account_id ?? '',
    site_id: site.id,
    host: site.host,
    started_at: startedAt,
    ended_at: null,
    opened_at: startedAt + 30 * minute,
    closed_at: null,
    end_reason: null,
  }
}

/** Yesterday, a site's origin failed at the edge for a while. */
export function pastOriginIncident(site: Site, now: number): Insertable<Schema['incidents']>[] {
  if (site.account_id === null) return []
  const startedAt = Math.floor((now - 26 * hour) / minute) * minute
  const endedAt = startedAt + 24 * minute
  return [
    {
      id: `origin-of-${site.id}`,
      account_id: site.account_id,
      site_id: site.id,
      host: site.host,
      kind: 'origin',
      severity: 3,
      cause: 'HTTP 502',
      partly: 0,
      requests: 412,
      failed_requests: 389,
      started_at: startedAt,
      opened_at: startedAt + minute,
      ended_at: endedAt,
      closed_at: endedAt + 5 * minute,
      end_reason: 'recovered',
    },
  ]
}

/** The availability of key pages in the last day. Those that are down failed since then. */
export function availabilityRows(
  monitors: readonly Monitor[],
  incidents: readonly Insertable<Schema['incidents']>[],
  now: number,
): Insertable<Schema['availability']>[] {
  const downSince = new Map(
    incidents.flatMap(({ kind, site_id, started_at }) => (kind === 'down' && site_id ? [[site_id, started_at]] : [])),
  )
  const last = Math.floor(now / hour)
  return monitors.flatMap(({ id, site_id }) =>
    Array.from({ length: 24 }, (_, i) => {
      const since = site_id === null ? undefined : downSince.get(site_id)
      const failed = since !== undefined && (last - i + 1) * hour > since ? 2 : 0
      return {
        monitor_id: id,
        hour: last - i,
        measured_ms: hour,
        failed_ms: failed * 30 * minute,
        rounds: 2,
        failed_rounds: failed,
        samples: 2,
        clean_samples: 2 - failed,
      }
    }),
  )
}
