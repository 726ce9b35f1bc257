import type { CertificateRecord } from '../../../../../contract/index.ts'
import { count, percent } from '../../../../kit/format/format.ts'
import { wholeDate } from '../../../../kit/format/time.ts'
import { verdictOf } from '../../../certificates/words.ts'
import { offloadOf } from '../../../traffic/points.ts'
import { totalsOf, type Bucket } from '../../../traffic/usage.ts'

/** What happens to a site that has gone live. */
export interface LiveStep {
  readonly name: string
  readonly isDone: boolean
  readonly note?: string | undefined
  /** When it was done, ISO 8601. */
  readonly at?: string | null | undefined
}

interface Known {
  /** ISO 8601; undefined where the service doesn't say. */
  readonly liveAt: string | undefined
  /** Null where the service doesn't report it, undefined while it's read. */
  readonly certificate: CertificateRecord | null | undefined
  /** Undefined where the service doesn't report them, or not yet. */
  readonly buckets: readonly Bucket[] | undefined
}

/** What was done for a site since its DNS pointed here, and what is still to come. */
export function liveSteps({ liveAt, certificate, buckets }: Known): readonly LiveStep[] {
  return [
    { name: 'DNS points here', isDone: true, at: liveAt },
    ...ofCertificate(certificate),
    ...ofVisits(buckets, liveAt),
  ]
}

function ofCertificate(certificate: CertificateRecord | null | undefined): readonly LiveStep[] {
  if (!certificate || certificate.status === 'off') return []
  const { status, valid_until, attempted_at } = certificate
  if (status !== 'valid')
    return [{ name: 'Certificate', isDone: false, note: verdictOf(certificate)?.text ?? 'Waiting' }]
  const note = valid_until === null ? undefined : `valid to ${wholeDate(Date.parse(valid_until), 'UTC')}`
  return [{ name: 'Certificate issued', isDone: true, note, at: attempted_at }]
}

/** Buckets that began before the site was live have requests for its preview. */
function ofVisits(buckets: readonly Bucket[] | undefined, liveAt: string | undefined): readonly LiveStep[] {
  if (!buckets || liveAt === undefined) return []
  const begunSince = buckets.filter(({ at }) => at >= Date.parse(liveAt))
  const since = totalsOf(begunSince)
  const { serviceRequests } = since
  if (!serviceRequests) {
    const note = begunSince.length > 0 ? 'None since going live' : 'Not counted yet'
    return [{ name: 'First requests', isDone: false, note }]
  }
  const share = offloadOf(since)
  const cached = share === null ? '' : `, ${percent(Math.max(0, share))} from cache`
  return [{ name: 'First requests served', isDone: true, note: `${count(serviceRequests)} since going live${cached}` }]
}
