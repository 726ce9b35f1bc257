import type { CertificateRecord, CertificateStatus } from '../../contract/index.ts'
import type { Site } from '../database/index.ts'
import { hostnameOf } from '../world/dns.ts'
import type { CertificateRow } from './follow-sites.ts'
import { never, wantsCertificate } from './rules.ts'

interface Known {
  readonly site: Site
  /** Undefined without one for the site's host. */
  readonly row: CertificateRow | undefined
  /** Whether the service gets certificates. */
  readonly isOn: boolean
}

/** A site's certificate, for replies. */
export function recordOf({ site, row, isOn }: Known, now: number): CertificateRecord {
  return {
    status: statusOf({ site, row, isOn }, now),
    hostname: site.deferred === 1 ? null : hostnameOf(site.host),
    counterpart: row?.counterpart ?? null,
    issuer: row?.issuer ?? null,
    valid_from: iso(row?.valid_from),
    valid_until: iso(row?.valid_until),
    attempted_at: iso(row?.attempted_at),
    next_attempt_at: isOn && row?.next_attempt_at !== never ? iso(row?.next_attempt_at) : null,
    problem: row?.problem ?? null,
  }
}

function statusOf({ site, row, isOn }: Known, now: number): CertificateStatus {
  if (!isOn) return 'off'
  const until = row?.valid_until ?? null
  if (until !== null && until <= now) return 'expired'
  if (row && row.problem !== null) return 'failing'
  if (until !== null) return 'valid'
  return wantsCertificate(site) ? 'waiting' : 'none'
}

const iso = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString())
