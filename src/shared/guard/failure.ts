/** Why a check, or one of its requests, got no response. The codes are stable, because people filter issues by them. */
export const failureCodes = [
  'refused-target',
  'dns-failed',
  'connect-failed',
  'tls-failed',
  'timeout',
  'no-answer',
  'too-many-redirects',
  'navigation-failed',
  'page-too-heavy',
  'no-browser',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** A target that couldn't be reached or didn't answer. The message is a sentence for people. */
export class Failure extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Node's error code, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`, if there is one. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** A phrase for people that explains any thrown value. */
export function reason(error: unknown): string {
  const code = errorCode(error)
  if (code !== undefined && code in certificateProblems) return `the certificate ${certificateProblems[code]}`
  const known = code === undefined ? undefined : sentences[code]
  if (known !== undefined) return known
  const message = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
  return message || code || 'unknown error'
}

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such name',
  ENODATA: 'the name has no address',
  EAI_AGAIN: 'the name server did not answer',
  ESERVFAIL: 'the name server failed',
  ETIMEOUT: 'the name server did not answer',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the server closed the connection',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ETIMEDOUT: 'the connection timed out',
}

/** What is wrong with a certificate, to follow "the certificate" or "a certificate that". */
const certificateProblems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'comes from an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes from an unknown authority, or an intermediate certificate is missing',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes from an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
}

/** What is wrong with a certificate, as a phrase that begins with a verb: "has expired". */
export function certificateProblem(error: unknown): string {
  const code = errorCode(error) ?? String(error)
  return certificateProblems[code] ?? 'cannot be trusted'
}

/**
 * Settles like `work`, or rejects with the signal's reason as soon as it is aborted: for work that can't be cancelled,
 * such as a DNS lookup.
 */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    work.catch(() => undefined)
    return Promise.reject(signal.reason)
  }
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  return promise
}
