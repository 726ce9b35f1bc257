import { originLimits } from '../origin/limits.ts'
import { pairs } from '../origin/ask.ts'
import type { OriginBody } from '../origin/plain-body.ts'
import type { Feed } from './feed.ts'

/** Takes a copy of a body while it's being sent. */
export interface Collector {
  /** Takes a part. @returns whether it goes on collecting */
  add(chunk: Buffer): boolean
}

/**
 * Sends the origin's body to the visitor. While a copy is taken, the origin sets the pace, so that a slow visitor doesn't
 * keep others waiting: the copy is bounded, and what waits to be sent is the same memory. Else the origin waits once enough
 * waits for the visitor.
 * @returns whether the body came to its end, which the visitor may get later
 */
export function relay(from: OriginBody, feed: Feed, collector?: Collector): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { to } = feed
  let isCollecting = collector !== undefined
  let unattended: NodeJS.Timeout | undefined
  let isOver = false
  const finish = (isWhole: boolean) => {
    isOver = true
    clearTimeout(unattended)
    resolve(isWhole)
  }
  feed.onRoom(() => from.resume())
  const onGone = () => {
    if (isOver) return
    // a visitor who has left doesn't keep others from getting the copy
    if (!isCollecting) return void from.destroy()
    from.resume()
    unattended ??= setTimeout(() => from.destroy(), originLimits.unattended)
  }
  from.on('data', (chunk: Buffer) => {
    isCollecting &&= collector?.add(chunk) ?? false
    if (feed.isGone) {
      if (!isCollecting) from.destroy()
      return
    }
    feed.add(chunk)
    if (!isCollecting && feed.isFull) from.pause()
  })
  from.once('end', () => {
    feed.end(() => {
      if (from.rawTrailers.length > 0 && to.chunkedEncoding) to.addTrailers(pairs(from.rawTrailers))
      to.end()
    })
    finish(from.complete)
  })
  // without its end the visitor must not take the body for whole
  from.once('error', () => {
    to.destroy()
    finish(false)
  })
  from.once('close', () => finish(false))
  to.once('close', onGone)
  if (feed.isGone) onGone()
  // it broke off before anyone listened
  if (from.destroyed) {
    to.destroy()
    finish(false)
  }
  return promise
}

/** Takes a copy of a body that no visitor waits for. @returns whether the body came to its end */
export function collect(from: OriginBody, collector: Collector): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const unattended = setTimeout(() => from.destroy(), originLimits.unattended)
  from.on('data', (chunk: Buffer) => {
    if (!collector.add(chunk)) from.destroy()
  })
  from.once('end', () => resolve(from.complete))
  from.once('error', () => resolve(false))
  from.once('close', () => resolve(false))
  if (from.destroyed) resolve(false)
  return promise.finally(() => clearTimeout(unattended))
}
