import type { Method } from '../contract/index.ts'
import { ApiError } from './errors.ts'

/** How often a request is sent again at most. */
export const defaultRetries = 3
const firstWaitMs = 400
/** Whoever is told to wait longer than this is told so instead. */
const longestWaitMs = 60_000

/** Whether sending a request twice does no more than sending it once (RFC 9110, 9.2.2): a POST needs an Idempotency-Key. */
export function isRepeatable(method: Method, idempotencyKey: string | undefined): boolean {
  return method !== 'POST' || idempotencyKey !== undefined
}

/**
 * The milliseconds until a request that may be sent again is; undefined if that's no use.
 * @param failures how often it has failed, this one included
 * @param random from 0 to 1, so that clients that failed together don't come back together
 */
export function retryDelay(
  error: unknown,
  { method, failures, random = Math.random }: { method: Method; failures: number; random?: () => number },
): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { kind, status, retryAfter = 0 } = error
  // to a POST that is sent again, 409 also says that the first one is still being processed
  const mayPass =
    kind === 'unreachable' ||
    [429, 502, 503, 504].includes(status) ||
    (status === 409 && method === 'POST' && failures > 1)
  if (!mayPass || retryAfter * 1000 > longestWaitMs) return undefined
  return Math.max(retryAfter * 1000, firstWaitMs * 3 ** (failures - 1) * (0.5 + random() / 2))
}

interface Repetition {
  readonly method: Method
  readonly idempotencyKey?: string | undefined
  readonly retries?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Sends a request until it succeeds or there is no use in sending it again. Throws the last failure, or the abort reason. */
export async function withRetries<T>(
  send: () => Promise<T>,
  { method, idempotencyKey, retries = defaultRetries, signal }: Repetition,
): Promise<T> {
  const most = isRepeatable(method, idempotencyKey) ? retries : 0
  for (let failures = 1; ; failures++) {
    try {
      return await send()
    } catch (error) {
      const delay = failures > most ? undefined : retryDelay(error, { method, failures })
      if (delay === undefined) throw error
      await pause(delay, signal)
    }
  }
}

/** Waits. Rejects with the abort reason of `signal`. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** A new Idempotency-Key. Pages that came without TLS have no `randomUUID`. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
