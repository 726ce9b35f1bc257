/**
 * Why an origin gave no usable answer, by the names of the registry for Proxy-Status (RFC 9209, section 2.3): as a cause, as
 * what it does, and as what it did.
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
  http_upgrade_failed: ['Protocol switched', 'it switches to another protocol', 'it switched to another protocol'],
  tls_certificate_error: ['Invalid certificate', 'its certificate isn’t valid', 'its certificate isn’t valid'],
} as const satisfies Record<string, readonly [name: string, now: string, then: string]>

export type OriginProblem = keyof typeof problems

const known: ReadonlyMap<string, readonly [name: string, now: string, then: string]> = new Map(Object.entries(problems))
const byName = new Map([...known.values()].map((words) => [words[0], words] as const))

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
