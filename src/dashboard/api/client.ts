import * as z from 'zod/mini'
import {
  encodeQuery,
  headers,
  readerOf,
  urlOf,
  type Endpoint,
  type InputOf,
  type ReadOf,
} from '../../contract/index.ts'
import type { Credentials } from './credentials.ts'
import { type ApiError, malformed, refusalOf, unreachable } from './errors.ts'
import { health } from './health.ts'
import { session } from './session.ts'

export const timeoutMs = 30_000

/** The input of any endpoint. */
export interface WireInput {
  readonly path?: Readonly<Record<string, string>> | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

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
  options: CallOptions = {},
): Promise<z.output<Read>> {
  const response = await send(endpoint, input, options)
  const json: unknown = await response.json().catch(() => undefined)
  const reply = z.safeParse<Read>(readerOf(endpoint), json)
  if (!reply.success) throw malformed(response)
  return reply.data
}

async function send(endpoint: Endpoint, input: WireInput, { signal, as }: CallOptions): Promise<Response> {
  const credentials = as ?? session.current()
  const { url, init } = requestOf(endpoint, input, credentials)
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  try {
    response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
  } catch (error) {
    if (signal?.aborted) throw error
    if (!as) health.doubt()
    throw unreachable(timeout.aborted)
  }
  if (!as) {
    if (response.status >= 502 && response.status <= 504) health.doubt()
    else health.report('up')
  }
  if (response.ok) return response
  const refusal = await refusalOf(response)
  if (!as && credentials && endsSession(endpoint, refusal)) session.refuse(refusal.kind, credentials)
  throw refusal
}

/**
 * Either error means that the key no longer works. A 403 can't be about someone else's data: the partner API answers
 * those requests with 404, and requests to the user API always name the signed-in user.
 */
function endsSession(endpoint: Endpoint, error: ApiError): error is ApiError & { kind: 'refused-key' | 'denied' } {
  return error.kind === 'refused-key' || (error.kind === 'denied' && endpoint.access !== 'open')
}

/** Builds the request of a call. The key goes only into its header. */
export function requestOf(
  endpoint: Endpoint,
  input: WireInput,
  credentials: Credentials | null,
): { url: string; init: RequestInit } {
  const user = endpoint.access === 'user' && credentials?.role === 'user' ? { user_id: credentials.id } : {}
  const isForm = endpoint.body !== undefined && 'form' in endpoint.body
  const query = isForm ? input.query : { ...user, ...input.query }
  const requestHeaders: Record<string, string> = { Accept: 'application/json' }
  // open endpoints need no key
  if (credentials?.key) requestHeaders[headers.key] = credentials.key
  if (credentials?.partnerKey) requestHeaders[headers.partnerKey] = credentials.partnerKey
  const init: RequestInit = { method: endpoint.method, headers: requestHeaders, credentials: 'omit', cache: 'no-store' }
  if (isForm) {
    // fetch sets the Content-Type for URLSearchParams
    init.body = encodeQuery({ ...user, ...fieldsOf(input.body) })
  } else if (endpoint.body) {
    requestHeaders['Content-Type'] = 'application/json'
    init.body = JSON.stringify(input.body)
  }
  return { url: `${credentials?.baseUrl ?? ''}${urlOf(endpoint, { path: input.path, query })}`, init }
}

function fieldsOf(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {}
}
