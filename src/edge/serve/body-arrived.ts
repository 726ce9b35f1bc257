import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RequestBody } from '../exchange/exchange.ts'

/**
 * Waits until a visitor's body is there, or as much of it as fits the stream's buffer. Connections to an origin are
 * limited, and a visitor who sends slowly must not hold one of them.
 */
export async function bodyArrived(body: RequestBody): Promise<void> {
  const isThere = () => body.complete || body.destroyed || body.readableLength >= body.readableHighWaterMark
  if (isThere()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => {
    if (isThere()) resolve()
  }
  body.on('readable', look)
  body.once('close', look)
  await promise
  body.off('readable', look)
  body.off('close', look)
  // the stream notices in the next turn that it may flow again
  await nextTurn()
}
