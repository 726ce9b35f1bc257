import type { Logger } from 'pino'

/** Work that's done again and again. */
export interface Repeated {
  /** Does it without waiting for its time. Resolves once a round that began after this call is over. */
  now(): Promise<void>
  /** Does it once more, and then no more. Waits for what is under way. */
  stop(last?: () => Promise<void>): Promise<void>
}

/** Does work at every interval, never twice at the same time. A failure is logged, and the work goes on. */
export function repeat(
  intervalMs: number | (() => number),
  work: () => Promise<void>,
  log: Logger,
  failure: string,
): Repeated {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const attempt = async (once: () => Promise<void>) => {
    try {
      await once()
    } catch (error) {
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
    timer = setTimeout(() => void now(), typeof intervalMs === 'number' ? intervalMs : intervalMs())
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
