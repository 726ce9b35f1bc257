import type { Readable } from 'node:stream'
import { originLimits } from './limits.ts'

/**
 * Watches how fast a visitor's body comes while a connection to the origin waits for it. Time in which the origin takes
 * nothing doesn't count.
 * @param onSlow called once less than the least has come in a period
 */
export function watchPace(body: Readable, onSlow: () => void): void {
  let arrived = 0
  let hasWaited = false
  const count = (chunk: Buffer) => void (arrived += chunk.length)
  const timer = setInterval(() => {
    if (body.isPaused()) hasWaited = true
    if (arrived < originLimits.leastBody && !hasWaited) onSlow()
    arrived = 0
    hasWaited = body.isPaused()
  }, originLimits.bodyPeriod)
  const stop = () => {
    clearInterval(timer)
    body.off('data', count)
  }
  body.on('data', count)
  body.once('end', stop)
  body.once('close', stop)
}
