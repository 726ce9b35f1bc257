/**
 * Why an origin gave no usable answer, by the names of the registry for Proxy-Status (RFC 9209, section 2.3), and for an
 * answer that isn't valid HTTP by the rule that it breaks: each as the cause of an incident.
 */
const causes = {
  connection_refused: 'Connection refused',
  connection_terminated: 'Connection closed',
  connection_timeout: 'Connection timed out',
  destination_ip_prohibited: 'Address not allowed',
  dns_error: 'No address in DNS',
  http_protocol_error: 'Invalid HTTP',
  http_response_incomplete: 'Answer broken off',
  http_response_timeout: 'No answer in time',
  malformed_status_line: 'Invalid status line',
  malformed_header: 'Invalid header',
  malformed_line_end: 'Invalid end of a line',
  malformed_length: 'Invalid Content-Length',
  malformed_transfer_coding: 'Unknown Transfer-Encoding',
  malformed_chunk: 'Invalid chunks',
  malformed_head_size: 'Headers too large',
  http_upgrade_failed: 'Protocol switched',
  tls_certificate_error: 'Invalid certificate',
} as const

export type OriginProblem = keyof typeof causes

const known: ReadonlyMap<string, string> = new Map(Object.entries(causes))

/** The name that Proxy-Status has for a problem. */
export function proxyError(problem: OriginProblem): string {
  if (problem === 'malformed_transfer_coding') return 'http_response_transfer_coding'
  if (problem === 'malformed_head_size') return 'http_response_header_section_size'
  return problem.startsWith('malformed_') ? 'http_protocol_error' : problem
}

/** A problem as the cause of an incident: `Connection refused`. An unknown one is shown as received. */
export function originProblemName(problem: string): string {
  return known.get(problem) ?? problem.replaceAll('_', ' ')
}
