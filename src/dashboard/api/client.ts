import type * as z from 'zod/mini'
import { ApiError } from '../../client/errors.ts'
import * as client from '../../client/exchange.ts'
import type { Caller, WireInput } from '../../client/request.ts'
import type { Endpoint, InputOf, ReadOf } from '../../contract/index.ts'
import { readConfig } from './config.ts'
import { isByCookie, type Credentials } from './credentials.ts'
import { health } from './health.ts'
import { sendOnce } from './once.ts'
import { session } from './session.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Credentials to use instead of the session's. Their failures neither end the session nor show the banner. */
  readonly as?: Credentials | undefined
  /** The session is meant to end, so that a refusal says nothing new. */
  readonly isLast?: boolean
}

/** Calls an endpoint and keeps unknown fields of the reply. Throws `ApiError`, or the abort reason of `signal`. */
export function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> & WireInput,
  options?: CallOptions,
): Promise<ReadOf<E>> {
  return exchange<NonNullable<E['read']>>(endpoint, input, options)
}

/** `call` for code that is generic over endpoints and knows only the reply's schema. */
export async function exchange<Read extends Endpoint['reply']>(
  endpoint: Endpoint & { readonly read?: Read },
  input: WireInput,
  { signal, as, isLast = false }: CallOptions = {},
): Promise<z.output<Read>> {
  const credentials = as ?? session.current()
  try {
    const isOfSession = endpoint.access === 'guest' || endpoint.access === 'session'
    const caller = isOfSession ? await cookieCaller() : callerOf(credentials)
    const reply = await sendOnce(endpoint, input, credentials, signal, (idempotencyKey) =>
      client.exchange<Read>(endpoint, input, caller, { signal, idempotencyKey }),
    )
    if (!as) health.report('up')
    return reply
  } catch (error) {
    if (!as && error instanceof ApiError) {
      if (error.status === 0 || (error.status >= 502 && error.status <= 504)) health.doubt()
      else health.report('up')
      if (credentials && !isLast) judge(endpoint, error, credentials)
    }
    throw error
  }
}

function callerOf(credentials: Credentials | null): Caller {
  if (!credentials) return { baseUrl: '' }
  const { role, id, baseUrl } = credentials
  const user = role === 'user' ? id : undefined
  if (isByCookie(credentials)) return { baseUrl, session: { account: user } }
  return { baseUrl, key: credentials.key, partnerKey: credentials.partnerKey, userId: user }
}

/** Who signs in, comes with a link, or asks about the session itself: all at the service that serves this page. */
async function cookieCaller(): Promise<Caller> {
  return { baseUrl: (await readConfig()).baseUrl, session: {} }
}

/** Ends the session if its call failed because it no longer works. */
function judge(endpoint: Endpoint, error: ApiError, credentials: Credentials): void {
  const { kind } = error
  if (endpoint.access === 'guest' || (kind !== 'refused-key' && kind !== 'denied')) return
  if (isByCookie(credentials)) {
    if (kind === 'refused-key') session.refuse('ended', credentials)
    else session.doubt()
    return
  }
  // A 403 can't be about someone else's data: the partner API answers those requests with 404, and requests to the user API
  // always name the signed-in user.
  if (kind === 'refused-key' || endpoint.access !== 'open') session.refuse(kind, credentials)
}
