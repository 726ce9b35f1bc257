import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Logger } from 'pino'

/** How often a timer checks how late it is, ms. */
const resolutionMs = 50

interface WatchOptions {
  readonly log: Pick<Logger, 'warn'>
  /** What isn't worth a line, ms. */
  readonly maxMs?: number
  /** At most one line is logged in this time, ms. */
  readonly periodMs?: number
}

/**
 * Logs how long the event loop was blocked, which holds up every request and falsifies the timing of checks.
 * @returns a function that stops it
 */
export function watchEventLoop({ log, maxMs = 200, periodMs = 10_000 }: WatchOptions): () => void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  const timer = setInterval(() => {
    const blockedMs = Math.round(delays.max / 1e6) - resolutionMs
    if (blockedMs > maxMs) log.warn({ blockedMs, periodMs }, 'the event loop was blocked')
    delays.reset()
  }, periodMs)
  timer.unref()
  delays.enable()
  return () => {
    clearInterval(timer)
    delays.disable()
  }
}
