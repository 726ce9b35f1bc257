import type * as z from 'zod/mini'
import { ApiError } from '../../client/errors.ts'
import * as client from '../../client/exchange.ts'
import type { Caller, WireInput } from '../../client/request.ts'
import type { Endpoint, InputOf, ReadOf } from '../../contract/index.ts'
import type { Credentials } from './credentials.ts'
import { health } from './health.ts'
import { sendOnce } from './once.ts'
import { session } from './session.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Credentials to use instead of the session's. Their failures neither end the session nor show the banner. */
  readonly as?: Credentials | undefined
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
  { signal, as }: CallOptions = {},
): Promise<z.output<Read>> {
  const credentials = as ?? session.current()
  try {
    const reply = await sendOnce(endpoint, input, credentials, signal, (idempotencyKey) =>
      client.exchange<Read>(endpoint, input, callerOf(credentials), { signal, idempotencyKey }),
    )
    if (!as) health.report('up')
    return reply
  } catch (error) {
    if (!as && error instanceof ApiError) {
      if (error.status === 0 || (error.status >= 502 && error.status <= 504)) health.doubt()
      else health.report('up')
      if (credentials && endsSession(endpoint, error)) session.refuse(error.kind, credentials)
    }
    throw error
  }
}

function callerOf(credentials: Credentials | null): Caller {
  if (!credentials) return { baseUrl: '' }
  const { role, id, key, baseUrl, partnerKey } = credentials
  return { baseUrl, key, partnerKey, userId: role === 'user' ? id : undefined }
}

/**
 * Either error means that the key no longer works. A 403 can't be about someone else's data: the partner API answers
 * those requests with 404, and requests to the user API always name the signed-in user.
 */
function endsSession(endpoint: Endpoint, error: ApiError): error is ApiError & { kind: 'refused-key' | 'denied' } {
  return error.kind === 'refused-key' || (error.kind === 'denied' && endpoint.access !== 'open')
}
