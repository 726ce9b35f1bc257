import * as z from 'zod/mini'
import { readerOf, type Endpoint } from '../contract/index.ts'
import { malformed, refusalOf, unreachable } from './errors.ts'
import { requestOf, type Caller, type WireInput } from './request.ts'

export const defaultTimeoutMs = 30_000

export interface ExchangeOptions {
  readonly signal?: AbortSignal | undefined
  /** How long one request may take, body included. Default: `defaultTimeoutMs`. */
  readonly timeoutMs?: number | undefined
  /** With it, the service does a POST once, however often it is sent. */
  readonly idempotencyKey?: string | undefined
  /** Instead of the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** Sends one request and parses its reply, whose unknown fields stay. Throws `ApiError`, or the abort reason of `signal`. */
export async function exchange<Read extends Endpoint['reply']>(
  endpoint: Endpoint & { readonly read?: Read },
  input: WireInput,
  caller: Caller,
  options?: ExchangeOptions,
): Promise<z.output<Read>> {
  const { response, text } = await send(endpoint, input, caller, options)
  const reply = z.safeParse<Read>(readerOf(endpoint), jsonOf(text))
  if (!reply.success) throw malformed(response)
  return reply.data
}

/** Sends one request, for whoever wants a good reply as it came. Throws what `exchange` throws. */
export async function send(
  endpoint: Endpoint,
  input: WireInput,
  caller: Caller,
  { signal, timeoutMs = defaultTimeoutMs, idempotencyKey, fetch = globalThis.fetch }: ExchangeOptions = {},
): Promise<{ readonly response: Response; readonly text: string }> {
  const { url, init } = requestOf(endpoint, input, caller, idempotencyKey)
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable(timeout.aborted ? timeoutMs : undefined)
  }
  if (!response.ok) throw refusalOf(response, jsonOf(text))
  return { response, text }
}

/** Undefined if it isn't JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
