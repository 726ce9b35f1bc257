import type { IncidentRecord } from '../../../../contract/index.ts'

/** How an incident begins and ends, in words. */
interface Endings {
  readonly begun: string
  /** What ends it. */
  readonly open: string
  readonly unwatched: string
  readonly recovered: string
}

const bySamples: Endings = {
  begun: 'First failed sample',
  open: 'After three good rounds in a row',
  unwatched: 'Its monitor was paused, changed or deleted.',
  recovered: 'First of three good rounds',
}

const otherwise: Readonly<Partial<Record<string, Endings>>> = {
  slow: { ...bySamples, begun: 'First slow sample' },
  certificate: { ...bySamples, open: 'Once a renewed certificate is seen' },
  dns: {
    begun: 'First wrong answer',
    open: 'Once DNS points to the service again',
    unwatched: 'The site was deleted or got another host.',
    recovered: 'DNS points to the service again',
  },
  origin: {
    begun: 'First failed requests',
    open: 'After 5 minutes with hardly any failed requests',
    unwatched: 'The site was deleted or got another host, or the service doesn’t count its visitors any more.',
    recovered: 'First good minute',
  },
}

/** Of a certificate that the service can't get. */
const notRenewed: Endings = {
  begun: 'Noticed',
  open: 'Once the service has got a certificate',
  unwatched: 'The site was deleted, got another host or isn’t live any more.',
  recovered: 'The new certificate',
}

export function endingsOf({ kind, places }: IncidentRecord): Endings {
  if (kind === 'certificate' && places.length === 0) return notRenewed
  return otherwise[kind] ?? bySamples
}

/** Why an incident ended. */
export function endInDetail(incident: IncidentRecord): string {
  const { end_reason: reason } = incident
  const { unwatched, recovered } = endingsOf(incident)
  if (reason === 'unwatched') return unwatched
  return reason === 'recovered' ? recovered : (reason ?? 'No reason reported')
}
