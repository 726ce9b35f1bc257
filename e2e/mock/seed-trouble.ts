import type { Monitor, Schema, Site } from '../../src/service/database/index.ts'
import { readSpec } from '../../src/service/monitoring/index.ts'
import type { Insertable } from 'kysely'
import { paceOf, type Trouble, type Troubles } from './measure.ts'
import { movedAt } from './seed-events.ts'
import { randomFrom } from './random.ts'
import { originRequests } from './seed-traffic.ts'

const minute = 60_000
const hour = 60 * minute
/** One of so many live sites is in trouble. A prime, since names and states repeat. */
const oneOf = 13

/** Since how many hours at least and at most. Two rounds must have seen it. */
const recently = [1.2, 5.5] as const
/** Long enough for the LCP of a day to show it. */
const forLong = [8, 13] as const

const troubles: readonly (Omit<Trouble, 'since'> & { readonly hours: readonly [number, number] })[] = [
  { kind: 'error', hours: recently },
  { kind: 'slow', hours: forLong },
  { kind: 'resource', hours: recently },
  { kind: 'no answer', location: 'Virginia', hours: recently },
  { kind: 'slow', hours: forLong },
]

/** Hosts of `.test` behave by their names. */
const isLive = ({ host, state }: Site) => (state === 'active' || state === 'trial') && !host.endsWith('.test')

/** The troubles that some live sites have been in for some hours. Their incidents follow from their samples. */
export function troublesOf(sites: readonly Site[], now: number): Troubles {
  const random = randomFrom('incidents')
  return new Map(
    sites
      .filter(isLive)
      .filter((_, i) => i % oneOf === Math.floor(oneOf / 2))
      .flatMap(({ host }, i) => {
        const drawn = troubles[i % troubles.length]
        if (!drawn) return []
        const { hours, ...trouble } = drawn
        const ago = hours[0] + (hours[1] - hours[0]) * random()
        return [[host, { ...trouble, since: now - Math.round(ago * hour) }]]
      }),
  )
}

/** An hour and a half, about two days ago, in which a host failed. */
export function pastTrouble(now: number): Trouble {
  const since = now - 44 * hour
  return { kind: 'error', since, until: since + 90 * minute }
}

/** What a key page has so that its monitor sees the trouble of its host: a limit above its usual times, or a further location. */
export function seeing(keyPage: Monitor, trouble: Trouble): Partial<Monitor> {
  if (trouble.kind === 'slow') return { limits: JSON.stringify({ time_to_display: limitOf(keyPage.name) }) }
  if (trouble.location === undefined) return {}
  const spec = readSpec(keyPage)
  const locations = [...spec.variables.locations, trouble.location]
  return { spec: JSON.stringify({ ...spec, variables: { ...spec.variables, locations } }) }
}

/** The next half second above the LCP that a host has at its busiest hour, in ms. */
const limitOf = (host: string) => Math.ceil((paceOf(host) * 2100) / 500) * 500

/** The open incidents of sites that DNS took off, which no sample shows. */
export const takenOffRows = (sites: readonly Site[], now: number): Row[] =>
  sites.filter(({ state }) => state === 'off').map((site) => dnsIncidentOf(site, movedAt(site, now)))

/** That of a site whose origin fails at the edge. Its key page is still answered from the cache. */
export const originRows = (sites: readonly Site[], now: number): Row[] =>
  sites
    .filter(isLive)
    .slice(1, 2)
    .map((site) => originIncidentOf(site, { since: now - 40 * minute, until: now }, now))

type Row = Insertable<Schema['incidents']>

/** An open incident of a site that no sample shows. */
function openIncident(site: Site, incident: Pick<Row, 'id' | 'kind' | 'severity' | 'cause' | 'started_at'>): Row {
  return {
    account_id: site.account_id ?? '',
    site_id: site.id,
    host: site.host,
    partly: 0,
    requests: 0,
    failed_requests: 0,
    opened_at: incident.started_at,
    ended_at: null,
    closed_at: null,
    end_reason: null,
    ...incident,
  }
}

function dnsIncidentOf(site: Site, startedAt: number): Row {
  const id = `incident-of-${site.id}`
  const cause = site.cname_seen === null ? 'No CNAME record' : `CNAME points to ${site.cname_seen}`
  return openIncident(site, { id, kind: 'dns', severity: 2, cause, started_at: startedAt })
}

/** Of the requests that reach a server that fails. */
export const failedShare = 17 / 18

function originIncidentOf(
  site: Site,
  { since, until }: { readonly since: number; readonly until: number },
  now: number,
): Row & { started_at: number } {
  const requests = originRequests(site, since, until, now)
  const startedAt = Math.floor(since / minute) * minute
  const id = `origin-of-${site.id}`
  return {
    ...openIncident(site, { id, kind: 'origin', severity: 3, cause: 'HTTP 502', started_at: startedAt }),
    started_at: startedAt,
    requests,
    failed_requests: Math.round(requests * failedShare),
    opened_at: startedAt + minute,
  }
}

/** Yesterday, a site's origin failed at the edge for a while. */
export function pastOriginIncident(site: Site, now: number): Row {
  const since = now - 26 * hour
  const began = originIncidentOf(site, { since, until: since + 24 * minute }, now)
  const endedAt = began.started_at + 24 * minute
  return { ...began, ended_at: endedAt, closed_at: endedAt + 5 * minute, end_reason: 'recovered' }
}
