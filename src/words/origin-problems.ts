import { type OriginProblem, originProblemName } from '../contract/origin-problems.ts'

/** What an origin does that gives no usable answer, and what it did. */
const failures: Readonly<Record<OriginProblem, readonly [now: string, then: string]>> = {
  connection_refused: ['it refuses connections', 'it refused the connection'],
  connection_terminated: ['it closes connections without an answer', 'it closed the connection without an answer'],
  connection_timeout: ['it doesn’t accept connections in time', 'it didn’t accept a connection in time'],
  destination_ip_prohibited: [
    'its address isn’t one that the service may contact',
    'its address isn’t one that the service may contact',
  ],
  dns_error: ['its name has no address in DNS', 'its name has no address in DNS'],
  http_protocol_error: ['its answers aren’t valid HTTP', 'its answer isn’t valid HTTP'],
  http_response_incomplete: ['its answers break off before their end', 'its answer broke off'],
  http_response_timeout: ['it doesn’t answer in time', 'it didn’t answer in time'],
  malformed_status_line: [
    'the first line of its answers isn’t valid HTTP/1.1 (RFC 9112, section 4)',
    'the first line of its answer isn’t valid HTTP/1.1 (RFC 9112, section 4)',
  ],
  malformed_header: [
    'its answers have a header line that isn’t valid, such as one without a colon, folded, or with a control character (RFC 9112, section 5)',
    'its answer has a header line that isn’t valid, such as one without a colon, folded, or with a control character (RFC 9112, section 5)',
  ],
  malformed_line_end: [
    'its answers have a line that doesn’t end with CR and LF (RFC 9112, section 2.2)',
    'its answer has a line that doesn’t end with CR and LF (RFC 9112, section 2.2)',
  ],
  malformed_length: [
    'its answers have more than one Content-Length, one that isn’t a number, or one beside Transfer-Encoding (RFC 9112, section 6.3)',
    'its answer has more than one Content-Length, one that isn’t a number, or one beside Transfer-Encoding (RFC 9112, section 6.3)',
  ],
  malformed_transfer_coding: [
    'its answers have a Transfer-Encoding that can’t be decoded (RFC 9112, section 6.1)',
    'its answer has a Transfer-Encoding that can’t be decoded (RFC 9112, section 6.1)',
  ],
  malformed_chunk: [
    'its answers have chunks that aren’t valid (RFC 9112, section 7.1)',
    'its answer has chunks that aren’t valid (RFC 9112, section 7.1)',
  ],
  malformed_head_size: ['its answers have headers of more than 64 kB', 'its answer has headers of more than 64 kB'],
  http_upgrade_failed: ['it switches to another protocol', 'it switched to another protocol'],
  tls_certificate_error: ['its certificate isn’t valid', 'its certificate isn’t valid'],
}

const byProblem = new Map(Object.entries(failures))
const byCause = new Map([...byProblem].map(([problem, words]) => [originProblemName(problem), words] as const))

/** What an origin did that gave no usable answer, to follow a colon: `it refused the connection`. */
export function originProblemInWords(problem: string): string {
  return byProblem.get(problem)?.[1] ?? problem.replaceAll('_', ' ')
}

/** What an origin with this cause does, or did; undefined if the cause is another one. */
export function originFailureInWords(cause: string, isOver: boolean): string | undefined {
  return byCause.get(cause)?.[isOver ? 1 : 0]
}
