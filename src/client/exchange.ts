import * as z from 'zod/mini'
import { readerOf, type Endpoint } from '../contract/index.ts'
import { malformed, refusalOf, unreachable } from './errors.ts'
import { requestOf, type Caller, type WireInput } from './request.ts'

export const timeoutMs = 30_000

export interface ExchangeOptions {
  readonly signal?: AbortSignal | undefined
}

/** Sends one request and parses its reply, whose unknown fields stay. Throws `ApiError`, or the abort reason of `signal`. */
export async function exchange<Read extends Endpoint['reply']>(
  endpoint: Endpoint & { readonly read?: Read },
  input: WireInput,
  caller: Caller,
  { signal }: ExchangeOptions = {},
): Promise<z.output<Read>> {
  const { url, init } = requestOf(endpoint, input, caller)
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  try {
    response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable(timeout.aborted)
  }
  if (!response.ok) throw await refusalOf(response)
  const json: unknown = await response.json().catch(() => undefined)
  const reply = z.safeParse<Read>(readerOf(endpoint), json)
  if (!reply.success) throw malformed(response)
  return reply.data
}
