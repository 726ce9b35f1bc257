import type { Logger } from 'pino'

/** Work that's done again and again. */
export interface Repeated {
  /** Does it now, in addition to the interval, after what is under way. */
  now(): Promise<void>
  /** Does it once more, and then no more. Waits for what is under way. */
  stop(last?: () => Promise<void>): Promise<void>
}

/** Does work at every interval, never twice at the same time. A failure is logged, and the work goes on. */
export function repeat(intervalMs: number, work: () => Promise<void>, log: Logger, failure: string): Repeated {
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
    await attempt(work)
    if (!isStopped) schedule()
  }
  let running: Promise<void> = Promise.resolve()
  const schedule = () => {
    timer = setTimeout(() => {
      running = running.then(round)
    }, intervalMs)
  }
  schedule()
  return {
    now() {
      running = running.then(() => attempt(work))
      return running
    },
    async stop(last) {
      isStopped = true
      clearTimeout(timer)
      await running
      if (last) await attempt(last)
    },
  }
}
