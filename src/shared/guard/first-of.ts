/** Something that is on its way. */
export interface Attempt<T> {
  readonly result: Promise<T>
  /** Ends it, also once its result is there. */
  readonly cancel: () => void
}

interface Options<C> {
  /** How long an attempt has before the next one joins it, ms. */
  readonly delay: number
  /** Further candidates, which join those that are there. */
  readonly later?: Promise<readonly C[]> | undefined
  readonly signal?: AbortSignal
}

/**
 * The first result of attempts at all candidates, which begin one after the other and go on until one succeeds.
 * @throws if all of them fail: why there were no later candidates, or what they failed with, an `AggregateError` for several;
 * the signal's reason if it is aborted
 */
export function firstOf<C, T>(
  candidates: readonly C[],
  begin: (candidate: C) => Attempt<T>,
  { delay, later, signal }: Options<C>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const waiting = [...candidates]
  const running = new Set<Attempt<T>>()
  const reasons: unknown[] = []
  let refusal: unknown
  let isOver = false
  let isComplete = later === undefined
  let timer: NodeJS.Timeout | undefined

  const stop = () => {
    isOver = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    for (const attempt of running) attempt.cancel()
    running.clear()
  }
  const abort = () => {
    stop()
    reject(signal?.reason)
  }
  const tryNext = () => {
    clearTimeout(timer)
    timer = undefined
    if (isOver) return
    const [candidate] = waiting.splice(0, 1)
    if (candidate !== undefined) {
      const attempt = begin(candidate)
      running.add(attempt)
      attempt.result.then(
        (result) => {
          if (!running.delete(attempt)) return
          stop()
          resolve(result)
        },
        (error: unknown) => {
          if (!running.delete(attempt)) return
          reasons.push(error)
          tryNext()
        },
      )
      timer = setTimeout(tryNext, delay)
    } else if (isComplete && running.size === 0) {
      stop()
      reject(refusal ?? (reasons.length > 1 ? new AggregateError(reasons) : reasons[0]))
    }
  }
  const join = (more: readonly C[]) => {
    isComplete = true
    waiting.push(...more)
    if (timer === undefined) tryNext()
  }

  if (signal?.aborted) abort()
  else {
    signal?.addEventListener('abort', abort, { once: true })
    tryNext()
    later?.then(join, (error: unknown) => {
      refusal = error
      join([])
    })
  }
  return promise
}
