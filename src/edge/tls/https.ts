import type { Certificates } from './certificates.ts'

/** Counts since the start. */
export interface HttpsCounts {
  /** Visitors' requests over https. */
  requests: number
  handshakes: number
  /** Handshakes that came to nothing. */
  failures: number
}

/** What serving over https takes. */
export interface Https {
  readonly certificates: Certificates
  readonly counts: HttpsCounts
  /** How often session tickets get another key, ms. */
  readonly ticketMs: number
  /** Where the edge listens, for visitors with and without TLS. */
  readonly ports: { readonly http: number; readonly https: number }
}
