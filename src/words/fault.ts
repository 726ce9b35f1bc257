import { edgeName } from '../contract/edge-name.ts'
import type { IncidentRecord } from '../contract/incidents.ts'
import { issueName } from './issues.ts'
import { originFailureInWords, originProblemInWords } from './origin-problems.ts'
import { decimal } from './quantities.ts'
import { type Reader, serverOf } from './verdict.ts'

/**
 * Where an incident comes from: the site's own server behind the service (`origin`), the service itself, or the site, whose
 * traffic doesn't pass through the service.
 */
export type Fault = 'origin' | 'service' | 'site'

export interface FaultEvidence {
  readonly kind: string
  readonly cause: string
  /** The site with the incident's host; undefined if there is none. */
  readonly site?:
    | {
        readonly state: unknown
        /** What the service last found in DNS. A root domain can reach it without a record that the service can see. */
        readonly dns: 'points here' | 'points elsewhere' | 'unknown'
      }
    | undefined
  /** What the edge counted of the requests to the origin since the incident began. */
  readonly requests?: IncidentRecord['requests'] | undefined
  /** The response headers of the latest failing sample. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[] | undefined
}

/** The kinds that can come from what answers a visitor. */
const answered: readonly string[] = ['down', 'resources', 'slow']

/** The causes for which nothing came back from where DNS points. */
const unreached: readonly string[] = [issueName('connect-failed'), issueName('tls-failed')]

/** Where an incident comes from, with the evidence in a sentence; undefined if nothing shows it. */
export function faultOf(
  { kind, cause, site, requests, headers = [] }: FaultEvidence,
  reader: Reader,
): { readonly fault: Fault; readonly evidence: string } | undefined {
  const server = serverOf(reader)
  const failed = requests?.failed
    ? `${decimal(requests.failed)} of ${decimal(requests.asked)} requests to it failed.`
    : undefined
  if (kind === 'origin') return { fault: 'origin', evidence: failed ?? `The service sees ${server} fail.` }
  if (!answered.includes(kind)) return undefined
  if (kind === 'down') {
    const status = ofEdge(headers, 'proxy-status')
    const problem = status?.get('error')
    if (problem !== undefined) {
      const words =
        originFailureInWords(status?.get('details')?.replaceAll('"', '') ?? '', true) ?? originProblemInWords(problem)
      return { fault: 'origin', evidence: `The service got no usable answer from ${server}: ${words}.` }
    }
    const cache = ofEdge(headers, 'cache-status')
    if (cache && !cache.has('hit'))
      return { fault: 'origin', evidence: `The service passed on what ${server} answered.` }
    if (failed) return { fault: 'origin', evidence: failed }
    // what the edge had stored says nothing of the origin now
    if (cache) return undefined
  }
  if (!site) return undefined
  if (site.state === 'off') return { fault: 'site', evidence: 'The optimizer is off.' }
  if (site.dns === 'points elsewhere') return { fault: 'site', evidence: 'DNS doesn’t point to the service.' }
  if (kind === 'down' && site.dns === 'points here' && unreached.includes(cause))
    return { fault: 'service', evidence: 'DNS points to the service, and checks can’t connect to it.' }
  return undefined
}

/** The fault in a few words: `the origin, not the service`. */
export function faultInWords(fault: Fault, reader: Reader): string {
  switch (fault) {
    case 'origin':
      return `${serverOf(reader)}, not the service`
    case 'service':
      return `the service, not ${serverOf(reader)}`
    case 'site':
      return 'the site itself: traffic doesn’t pass through the service'
  }
}

/** The edge's parameters in a field such as Cache-Status (RFC 9211, section 2); undefined if it has no part in it. */
function ofEdge(headers: NonNullable<FaultEvidence['headers']>, field: string): Map<string, string> | undefined {
  const members = headers.filter(({ name }) => name.toLowerCase() === field).flatMap(({ value }) => value.split(','))
  const parts = members.map((member) => member.split(';').map((part) => part.trim()))
  const own = parts.find(([name]) => name === edgeName)
  if (!own) return undefined
  return new Map(
    own.slice(1).map((part) => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name, value] as const
    }),
  )
}
