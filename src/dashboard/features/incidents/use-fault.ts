import { useQuery } from '@tanstack/react-query'
import type { IncidentRecord } from '../../../contract/index.ts'
import { faultOf, type Fault } from '../../../words/fault.ts'
import type { Scope } from '../../api/scope.ts'
import type { Site } from '../sites/reads.ts'
import { readerOf } from '../sites/server-words.ts'
import { sampleOf } from '../samples/sample-data.ts'
import { dnsVerdict, pointsElsewhere } from '../sites/dns.ts'

/**
 * Where an incident comes from, by the headers of its latest failing sample and, while it is open, by where the site is
 * now. Undefined if nothing shows it.
 */
export function useFault(
  scope: Scope,
  incident: IncidentRecord | undefined,
  site: Site | undefined,
): { readonly fault: Fault; readonly evidence: string } | undefined {
  const isOpen = incident?.ended_at === null
  const sampleId = incident?.places.findLast(({ until }) => !isOpen || until === null)?.last_sample_id
  const sample = useQuery({
    ...sampleOf(scope, sampleId ?? ''),
    enabled: incident?.kind === 'down' && sampleId !== undefined,
    // a sample never changes
    staleTime: Infinity,
  })
  if (!incident) return undefined
  const isAsNow = isOpen && site?.host === incident.host
  return faultOf(
    {
      kind: incident.kind,
      cause: incident.cause,
      requests: incident.requests,
      site: isAsNow ? { state: site.optimizer, dns: dnsOf(site) } : undefined,
      // some fields of a header may be unknown
      headers: sample.data?.headers?.flatMap(({ name, value }) => (name && value ? [{ name, value }] : [])),
    },
    readerOf(scope),
  )
}

function dnsOf(site: Site) {
  switch (dnsVerdict(site).kind) {
    case 'matches':
      return 'points here'
    case 'differs':
    case 'missing':
      return pointsElsewhere(site) ? 'points elsewhere' : 'unknown'
    default:
      return 'unknown'
  }
}
