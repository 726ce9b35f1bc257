import type { Selectable } from 'kysely'
import { isOptimizerState, visitorHandling } from '../../contract/index.ts'
import { authorityLimits } from './limits.ts'
import type { Schema, Site } from '../database/index.ts'
import { isSeenHere } from '../world/dns.ts'
import type { AuthorityProblem } from './authority-error.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** When nothing is to be tried until something changes: the latest time there is, UNIX ms. */
export const never = 8_640_000_000_000_000

type CertificateColumns = Selectable<Schema['certificates']>
type Wanting = Pick<Site, 'account_id' | 'deferred' | 'state' | 'cname_seen' | 'service_cname' | 'root_dns'>

/** Whether a site gets a certificate: it's served at its own host, which has been seen pointing at the service. */
export function wantsCertificate(site: Wanting): boolean {
  const { account_id, deferred, state } = site
  return (
    account_id !== null &&
    deferred === 0 &&
    isOptimizerState(state) &&
    visitorHandling[state].own.does !== 'refuse' &&
    isSeenHere(site)
  )
}

/** The counterpart that a site's certificate is to be for, too: one whose DNS has been seen to lead here; null for none. */
export function counterpartFor(site: Wanting & Pick<Site, 'counterpart' | 'counterpart_dns'>): string | null {
  return wantsCertificate(site) && site.counterpart_dns === 'here' ? site.counterpart : null
}

/**
 * Whether a site can't wait for a certificate that's for its counterpart, too: it has none, or it's time to renew it.
 * @param now UNIX ms
 */
export function isNeeded(
  { chain, valid_from: from, valid_until: until }: Pick<CertificateColumns, 'chain' | 'valid_from' | 'valid_until'>,
  now: number,
): boolean {
  return chain === null || from === null || until === null || now >= renewalOf({ from, until }, 0)
}

/** When a certificate is renewed, UNIX ms: after two thirds of its life, and not all of them at once. */
export function renewalOf({ from, until }: { from: number; until: number }, random = Math.random()): number {
  return Math.round(from + (until - from) * (2 / 3 + (random - 0.5) * 0.02))
}

/** How long to wait after failures in a row; after the last of these, the same again. */
const waits = [5 * minute, 30 * minute, 2 * hour, 6 * hour, day] as const

interface Failed {
  readonly problem: AuthorityProblem
  /** How long the authority wants to be left alone, ms. */
  readonly waitMs: number
}

/** The failures in a row after another one. A limit may be that of the service's account, so it counts against no host. */
export function failuresAfter(failures: number, { problem }: Failed): number {
  return problem === 'limited' ? failures : failures + 1
}

/** When to try again after so many failures in a row, UNIX ms. An authority that's away is soon tried again. */
export function nextAttemptAfter(
  failures: number,
  { problem, waitMs }: Failed,
  now: number,
  random = Math.random(),
): number {
  const step = Math.max(1, Math.min(failures, problem === 'away' ? 2 : waits.length))
  const wait = (waits[step - 1] ?? day) * (1 + random / 5)
  return Math.round(now + Math.max(wait, Math.min(waitMs, authorityLimits.wait)))
}

/** How long a process asks the authority for nothing. Afterwards, it orders one at a time until it may be forgotten. */
export interface Pause {
  /** UNIX ms. */
  readonly until: number
  /** How long it was; 0 for none. */
  readonly lengthMs: number
}

export const noPause: Pause = { until: 0, lengthMs: 0 }

/** The pause after an attempt: each is twice as long as the one before, up to a quarter of an hour. It's forgotten as slowly. */
export function pauseAfter({ until, lengthMs }: Pause, outcome: Failed | 'issued', now: number): Pause {
  if (outcome === 'issued' || outcome.problem === 'refused') {
    const half = lengthMs / 2
    return half < minute / 6 ? noPause : { until, lengthMs: half }
  }
  // orders that were under way when it began don't make it longer
  if (outcome.problem === 'no-account' || now < until) return { until, lengthMs }
  const next = Math.min(Math.max(minute, 2 * lengthMs), hour / 4)
  // a limit may be that of one domain, so its wait is not everyone's
  const asked = outcome.problem === 'away' ? Math.min(outcome.waitMs, hour) : 0
  return { until: now + Math.max(next, asked), lengthMs: next }
}

/** How many orders may begin. */
export function freeOrders(pause: Pause, running: number, now: number): number {
  if (now < pause.until) return 0
  return Math.max(0, (pause.lengthMs > 0 ? 1 : authorityLimits.atOnce) - running)
}

/** A certificate with less left is an incident while it can't be renewed, ms; a third of it at renewal is too little left. */
const leastLeft = { warning: 14 * day, error: 3 * day } as const
/** So many failures in a row make an incident of a site that has no certificate yet. */
const failuresWithoutOne = 3

/** What a failure means to a site: an incident, with its cause, or nothing yet. @param why a sentence */
export function incidentOf(
  {
    failures,
    from,
    until,
    https,
  }: {
    readonly failures: number
    readonly from: number | null
    readonly until: number | null
    readonly https: boolean
  },
  why: string,
  now: number,
): { readonly severity: number; readonly cause: string } | undefined {
  const because = why.replace(/\.$/, '')
  if (from === null || until === null) {
    if (!https || failures < failuresWithoutOne) return undefined
    return { severity: 2, cause: `Certificate is missing: ${because}` }
  }
  const left = until - now
  // half of what was left when it was due
  if (left >= Math.min(leastLeft.warning, (until - from) / 6)) return undefined
  const on = new Date(until).toISOString().slice(0, 10)
  return {
    severity: left < Math.min(leastLeft.error, (until - from) / 30) ? 2 : 1,
    cause: `Certificate ${left > 0 ? 'expires' : 'expired'} on ${on} and can’t be renewed: ${because}`,
  }
}
