/**
 * Why an origin gave no usable answer, by the names of the registry for Proxy-Status (RFC 9209, section 2.3), and for an
 * answer that isn't valid HTTP by the rule that it breaks: as a cause, as what it does, and as what it did.
 */
const problems = {
  connection_refused: ['Connection refused', 'it refuses connections', 'it refused the connection'],
  connection_terminated: [
    'Connection closed',
    'it closes connections without an answer',
    'it closed the connection without an answer',
  ],
  connection_timeout: [
    'Connection timed out',
    'it doesn’t accept connections in time',
    'it didn’t accept a connection in time',
  ],
  destination_ip_prohibited: [
    'Address not allowed',
    'its address isn’t one that the service may contact',
    'its address isn’t one that the service may contact',
  ],
  dns_error: ['No address in DNS', 'its name has no address in DNS', 'its name has no address in DNS'],
  http_protocol_error: ['Invalid HTTP', 'its answers aren’t valid HTTP', 'its answer isn’t valid HTTP'],
  http_response_incomplete: ['Answer broken off', 'its answers break off before their end', 'its answer broke off'],
  http_response_timeout: ['No answer in time', 'it doesn’t answer in time', 'it didn’t answer in time'],
  malformed_status_line: [
    'Invalid status line',
    'the first line of its answers isn’t valid HTTP/1.1 (RFC 9112, section 4)',
    'the first line of its answer isn’t valid HTTP/1.1 (RFC 9112, section 4)',
  ],
  malformed_header: [
    'Invalid header',
    'its answers have a header line that isn’t valid, such as one without a colon, folded, or with a control character (RFC 9112, section 5)',
    'its answer has a header line that isn’t valid, such as one without a colon, folded, or with a control character (RFC 9112, section 5)',
  ],
  malformed_line_end: [
    'Invalid end of a line',
    'its answers have a line that doesn’t end with CR and LF (RFC 9112, section 2.2)',
    'its answer has a line that doesn’t end with CR and LF (RFC 9112, section 2.2)',
  ],
  malformed_length: [
    'Invalid Content-Length',
    'its answers have more than one Content-Length, one that isn’t a number, or one beside Transfer-Encoding (RFC 9112, section 6.3)',
    'its answer has more than one Content-Length, one that isn’t a number, or one beside Transfer-Encoding (RFC 9112, section 6.3)',
  ],
  malformed_transfer_coding: [
    'Unknown Transfer-Encoding',
    'its answers have a Transfer-Encoding that can’t be decoded (RFC 9112, section 6.1)',
    'its answer has a Transfer-Encoding that can’t be decoded (RFC 9112, section 6.1)',
  ],
  malformed_chunk: [
    'Invalid chunks',
    'its answers have chunks that aren’t valid (RFC 9112, section 7.1)',
    'its answer has chunks that aren’t valid (RFC 9112, section 7.1)',
  ],
  malformed_head_size: [
    'Headers too large',
    'its answers have headers of more than 64 kB',
    'its answer has headers of more than 64 kB',
  ],
  http_upgrade_failed: ['Protocol switched', 'it switches to another protocol', 'it switched to another protocol'],
  tls_certificate_error: ['Invalid certificate', 'its certificate isn’t valid', 'its certificate isn’t valid'],
} as const satisfies Record<string, readonly [name: string, now: string, then: string]>

export type OriginProblem = keyof typeof problems

const known: ReadonlyMap<string, readonly [name: string, now: string, then: string]> = new Map(Object.entries(problems))
const byName = new Map([...known.values()].map((words) => [words[0], words] as const))

/** The name that Proxy-Status has for a problem. */
export function proxyError(problem: OriginProblem): string {
  if (problem === 'malformed_transfer_coding') return 'http_response_transfer_coding'
  if (problem === 'malformed_head_size') return 'http_response_header_section_size'
  return problem.startsWith('malformed_') ? 'http_protocol_error' : problem
}

/** A problem as the cause of an incident: `Connection refused`. An unknown one is shown as received. */
export function originProblemName(problem: string): string {
  return known.get(problem)?.[0] ?? problem.replaceAll('_', ' ')
}

/** What an origin did that gave no usable answer, to follow a colon: `it refused the connection`. */
export function originProblemInWords(problem: string): string {
  return known.get(problem)?.[2] ?? problem.replaceAll('_', ' ')
}

/** What an origin with this cause does, or did; undefined if the cause is another one. */
export function originFailureInWords(cause: string, isOver: boolean): string | undefined {
  return byName.get(cause)?.[isOver ? 2 : 1]
}
