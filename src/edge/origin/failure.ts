/** Why the origin couldn't be asked, by the names of the registry for Proxy-Status (RFC 9209, section 2.3). */
export type ProxyError =
  | 'connection_refused'
  | 'connection_terminated'
  | 'connection_timeout'
  | 'destination_ip_prohibited'
  | 'dns_error'
  | 'http_protocol_error'
  | 'http_response_timeout'
  | 'http_upgrade_failed'
  | 'tls_certificate_error'

const timeouts: ReadonlySet<ProxyError> = new Set(['connection_timeout', 'http_response_timeout'])

/** The origin gave no answer. */
export class OriginFailure extends Error {
  readonly problem: ProxyError
  /** The status for the visitor (RFC 9110, sections 15.6.3 and 15.6.5). */
  readonly status: 502 | 504

  constructor(problem: ProxyError, options?: ErrorOptions) {
    super(`The origin gave no answer: ${problem}.`, options)
    this.problem = problem
    this.status = timeouts.has(problem) ? 504 : 502
  }
}
