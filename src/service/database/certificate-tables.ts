import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

/** What a site has from a certificate authority, and how trying to get it went. */
export interface CertificateTable {
  site_id: string
  /** The host that it is for, without port. */
  hostname: string
  /** The counterpart of that host, which it is to be for, too; null for none. */
  counterpart_wanted: Generated<string | null>
  /** The same of the certificate that there is. */
  counterpart: Generated<string | null>
  /** The certificate and those that lead to a root, PEM; null until there is one. */
  chain: string | null
  /** Its private key, PEM, sealed. */
  key_sealed: string | null
  issuer: string | null
  valid_from: Time | null
  valid_until: Time | null
  /** When issuance was last attempted, UNIX ms. */
  attempted_at: Time | null
  /** Why the last attempt failed, in a sentence; null if it didn't. */
  problem: string | null
  /** Failures in a row. */
  failures: Generated<number>
  next_attempt_at: Time
  /** The process that is getting one. */
  leased_by: string | null
  leased_until: Time | null
}

/** Answers to a certificate authority's challenges for a host (HTTP-01: RFC 8555, section 8.3). */
export interface AcmeChallengeTable {
  token: string
  /** The host that is being checked, without port. */
  hostname: string
  answer: string
  expires_at: Time
}

/** The service's account at each certificate authority. */
export interface AcmeAccountTable {
  /** The URL of the authority's directory. */
  directory: string
  /** The account's private key, PEM, sealed. */
  key_sealed: string
  /** Null until the account has been made. */
  url: string | null
}
