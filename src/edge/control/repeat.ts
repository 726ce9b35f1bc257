import type { Logger } from 'pino'

/** Work that's done again and again. */
export interface Repeated {
  /** Does it without waiting for its time. Resolves once a round that began after this call is over. */
  now(): Promise<void>
  /** Does it once more, and then no more. Waits for what is under way. */
  stop(last?: () => Promise<void>): Promise<void>
}

/** How much earlier than after its interval work may begin, as a share: many nodes don't ask the database at once. */
const jitter = 0.2
/** How often a failure that repeats is logged, ms. */
const logMs = 60_000

/**
 * Does work at every interval or a little sooner, never twice at the same time. A failure is logged, once a minute while
 * it lasts, and the work goes on.
 */
export function repeat(
  intervalMs: number | (() => number),
  work: () => Promise<void>,
  log: Logger,
  failure: string,
): Repeated {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let loggedAt: number | undefined
  const attempt = async (once: () => Promise<void>) => {
    try {
      await once()
      loggedAt = undefined
    } catch (error) {
      if (loggedAt !== undefined && performance.now() - loggedAt < logMs) return
      loggedAt = performance.now()
      log.error({ err: error }, failure)
    }
  }
  const round = async () => {
    clearTimeout(timer)
    if (isStopped) return
    await attempt(work)
    if (!isStopped) schedule()
  }
  let running: Promise<void> = Promise.resolve()
  /** A round that has been asked for and hasn't begun. */
  let next: Promise<void> | undefined
  const now = () => {
    next ??= running.then(() => {
      next = undefined
      running = round()
      return running
    })
    return next
  }
  const schedule = () => {
    const ms = typeof intervalMs === 'number' ? intervalMs : intervalMs()
    timer = setTimeout(() => void now(), ms * (1 - jitter * Math.random()))
  }
  schedule()
  return {
    now,
    async stop(last) {
      isStopped = true
      clearTimeout(timer)
      await next
      await running
      if (last) await attempt(last)
    },
  }
}
