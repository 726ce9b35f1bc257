import type { Address } from './resolver.ts'
import type { Target } from './target-guard.ts'

/** How long an attempt has before the next one joins it, ms (RFC 8305, section 5: "Connection Attempt Delay"). */
const attemptDelay = 250

export interface Attempt<T> {
  readonly connected: Promise<T>
  /** Ends it, also once it is connected. */
  readonly cancel: () => void
}

/**
 * The first connection of attempts at all addresses, which begin one after the other and go on until one is connected (RFC
 * 8305, section 5). Addresses that come later join them.
 * @throws if all of them fail: why later addresses were refused, or what they failed with, an `AggregateError` for several; the
 * signal's reason if it is aborted
 */
export function firstConnected<T>(
  { addresses, later }: Pick<Target, 'addresses' | 'later'>,
  begin: (address: Address) => Attempt<T>,
  signal: AbortSignal,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const waiting = interleaved(addresses)
  const running = new Set<Attempt<T>>()
  const reasons: unknown[] = []
  let refusal: unknown
  let isOver = false
  let isComplete = later === undefined
  let timer: NodeJS.Timeout | undefined

  const stop = () => {
    isOver = true
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    for (const attempt of running) attempt.cancel()
    running.clear()
  }
  const abort = () => {
    stop()
    reject(signal.reason)
  }
  const tryNext = () => {
    clearTimeout(timer)
    timer = undefined
    if (isOver) return
    const address = waiting.shift()
    if (address) {
      const attempt = begin(address)
      running.add(attempt)
      attempt.connected.then(
        (connection) => {
          if (!running.delete(attempt)) return
          stop()
          resolve(connection)
        },
        (error: unknown) => {
          if (!running.delete(attempt)) return
          reasons.push(error)
          tryNext()
        },
      )
      timer = setTimeout(tryNext, attemptDelay)
    } else if (isComplete && running.size === 0) {
      stop()
      reject(refusal ?? (reasons.length > 1 ? new AggregateError(reasons) : reasons[0]))
    }
  }
  const join = (more: readonly Address[]) => {
    isComplete = true
    waiting.push(...interleaved(more))
    if (timer === undefined) tryNext()
  }

  if (signal.aborted) abort()
  else {
    signal.addEventListener('abort', abort, { once: true })
    tryNext()
    later?.then(join, (error: unknown) => {
      refusal = error
      join([])
    })
  }
  return promise
}

/** The families in turn, beginning with that of the first address (RFC 8305, section 4). */
function interleaved(addresses: readonly Address[]): Address[] {
  const family = addresses[0]?.family
  const [first, second] = [true, false].map((same) => addresses.filter((one) => (one.family === family) === same))
  return addresses.flatMap((_, i) => [first?.[i] ?? [], second?.[i] ?? []].flat())
}
