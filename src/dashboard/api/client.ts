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

/** Any endpoint's input, without its particulars. */
export interface WireInput {
  readonly path?: Readonly<Record<string, string>> | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** In place of the session's credentials: to try them out. */
  readonly as?: Credentials | undefined
}

/** Calls an operation. Fields that the contract does not know are kept. Throws `ApiError`, or what `signal` was aborted with. */
export function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> & WireInput,
  options?: CallOptions,
): Promise<ReadOf<E>> {
  return exchange<NonNullable<E['read']>>(endpoint, input, options)
}

/** `call` for code that knows the reply's schema but not the endpoint's particulars. */
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
    if (!as) health.report('down')
    throw unreachable(timeout.aborted)
  }
  if (!as) health.report(response.status >= 502 && response.status <= 504 ? 'down' : 'up')
  if (response.ok) return response
  const refusal = await refusalOf(response)
  if (!as && credentials && endsSession(endpoint, refusal)) session.refuse(refusal.kind, credentials)
  throw refusal
}

/**
 * Both mean that the key no longer opens what it opened at sign-in: someone else's ids are 404 under the partner API,
 * and the user API is only ever asked for the signed-in user.
 */
function endsSession(endpoint: Endpoint, error: ApiError): error is ApiError & { kind: 'refused-key' | 'denied' } {
  return error.kind === 'refused-key' || (error.kind === 'denied' && endpoint.access !== 'open')
}

/** The request of a call: the key only ever in its header. */
export function requestOf(
  endpoint: Endpoint,
  input: WireInput,
  credentials: Credentials | null,
): { url: string; init: RequestInit } {
  const user = endpoint.access === 'user' && credentials?.role === 'user' ? { user_id: credentials.id } : {}
  const isForm = endpoint.body !== undefined && 'form' in endpoint.body
  const query = isForm ? input.query : { ...user, ...input.query }
  const requestHeaders: Record<string, string> = { Accept: 'application/json' }
  // without a key, what is open to anybody can be asked
  if (credentials?.key) requestHeaders[headers.key] = credentials.key
  const init: RequestInit = { method: endpoint.method, headers: requestHeaders, credentials: 'omit', cache: 'no-store' }
  if (isForm) {
    // URLSearchParams brings its own Content-Type
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
