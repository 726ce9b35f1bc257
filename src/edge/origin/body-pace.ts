import type { Readable } from 'node:stream'
import { bounds } from '../../shared/bounds.ts'

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
    if (arrived < bounds.visitor.leastBody && !hasWaited) onSlow()
    arrived = 0
    hasWaited = body.isPaused()
  }, bounds.visitor.bodyPeriod)
  const stop = () => {
    clearInterval(timer)
    body.off('data', count)
  }
  body.on('data', count)
  body.once('end', stop)
  body.once('close', stop)
}
