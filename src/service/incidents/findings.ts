import { isPageFailure, isResourceFailure, type Issue, type Metrics } from '../../contract/index.ts'
import { issueName } from '../../words/issues.ts'
import type { CertificateEnd } from '../checks/index.ts'
import { hostnameOf, normalName } from '../world/dns.ts'
import type { Slowness } from './slowness.ts'

/** The kinds of incidents that samples show. DNS and the edge show the others. */
export const sampledKinds = ['down', 'resources', 'slow', 'certificate'] as const
export type SampledKind = (typeof sampledKinds)[number]

/** What is wrong in a sample, with a phrase that says why. */
export interface Failure {
  /** As of an issue. */
  readonly severity: number
  readonly cause: string
  /** How many times its limit, or what is usual, the value is; nothing where no value is over one. */
  readonly times?: number
  /** What makes it slow; nothing where something else is wrong. */
  readonly by?: Slowness['by']
  /** The value that makes it slow. */
  readonly metric?: Slowness['metric']
  readonly value?: number
}

/** What a round remembers of a failure. */
export const failureOf = ({ severity, cause, times, by }: Failure): Failure => ({
  severity,
  cause,
  ...(times === undefined ? {} : { times }),
  ...(by === undefined ? {} : { by }),
})

/** Whether one is worse than another: more severe, or as severe and further over its limit. */
export function isWorse(one: Failure, other: Failure): boolean {
  return one.severity === other.severity ? (one.times ?? 1) > (other.times ?? 1) : one.severity > other.severity
}

export function worstOf<T extends Failure>(all: readonly T[]): T {
  return all.reduce((worst, next) => (isWorse(next, worst) ? next : worst))
}

/** What a sample says of each kind: what is wrong, `good`, or nothing if it can't tell. */
export type Findings = Readonly<Partial<Record<SampledKind, Failure | 'good'>>>

export interface Evidence {
  readonly issues: readonly Issue[]
  readonly metrics: Metrics
  /** Whether its times count. */
  readonly judged: boolean
  /** When it was taken, UNIX ms. */
  readonly at: number
  /** The one that ends first; null without any. */
  readonly certificate: CertificateEnd | null
  /** The host of the page, with its port. */
  readonly host: string
  /** What makes it slow; null if nothing does. */
  readonly slowness: Slowness | null
}

/** How long before its end a certificate is an incident, and when that becomes an error, ms. */
const certificateWarning = { from: 14 * 86_400_000, error: 3 * 86_400_000 } as const

/** Nothing was measured: the runner has no browser. */
const unmeasured = 'no-browser'

/**
 * What a sample shows. A page that failed says nothing of its resources and its speed, and a time-out on a busy runner
 * says nothing at all: it may be the runner's.
 */
export function findingsOf(evidence: Evidence): Findings {
  const { issues, judged } = evidence
  if (issues.some(({ code }) => code === unmeasured)) return {}
  const certificate = certificateOf(evidence)
  const failed = issues.find(isPageFailure)
  if (failed) return { ...certificate, down: { severity: failed.severity, cause: causeOf(failed, evidence.metrics) } }
  if (!judged && issues.some(({ code }) => code === 'timeout')) return { ...certificate }
  return {
    ...certificate,
    down: 'good',
    resources: resourcesOf(issues),
    ...(judged ? { slow: slowOf(evidence) } : {}),
  }
}

function causeOf({ code }: Issue, { status_code }: Metrics): string {
  return code.startsWith('http-') && status_code !== null ? `HTTP ${status_code}` : issueName(code)
}

function resourcesOf(issues: readonly Issue[]): Failure | 'good' {
  const failed = issues.filter(isResourceFailure)
  const [first, ...others] = failed
  if (!first) return 'good'
  return {
    severity: first.severity,
    cause: others.length > 0 ? `${first.message}, and ${others.length} more` : first.message,
  }
}

function slowOf({ slowness }: Evidence): Failure | 'good' {
  return slowness ?? 'good'
}

function certificateOf({ certificate, host, at }: Evidence): { certificate?: Failure | 'good' } {
  if (certificate === null) return {}
  const left = certificate.ends - at
  if (left > certificateWarning.from) return { certificate: 'good' }
  const day = new Date(certificate.ends).toISOString().slice(0, 10)
  return {
    certificate: {
      severity: left > certificateWarning.error ? 1 : 2,
      cause: `${nameOf(certificate, host)} ${left > 0 ? 'expires' : 'expired'} on ${day}`,
    },
  }
}

/** Which certificate it is, unless it's the page's own. */
function nameOf({ hostname, authority }: CertificateEnd, host: string): string {
  if (authority !== null) return `Certificate of the authority ${authority} in the chain of ${hostname}`
  return normalName(hostnameOf(host)) === normalName(hostname) ? 'Certificate' : `Certificate of ${hostname}`
}
