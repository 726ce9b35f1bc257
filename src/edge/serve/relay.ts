import { pairs } from '../origin/ask.ts'
import type { OriginBody } from '../origin/plain-body.ts'
import type { VisitorResponse } from './exchange.ts'

/** Takes a copy of a body while it's being sent. */
export interface Collector {
  /** Takes a part. @returns whether it goes on collecting */
  add(chunk: Buffer): boolean
}

/** What a body is written to. */
export type BodySink = Pick<
  VisitorResponse,
  'writableEnded' | 'destroyed' | 'chunkedEncoding' | 'write' | 'addTrailers' | 'destroy' | 'once'
> & { end(): unknown }

/**
 * Sends the origin's body to the visitor, at the visitor's pace. While a copy is taken, the origin sets the pace, so that
 * a slow visitor doesn't keep others waiting: the copy is bounded, and what waits to be sent is the same memory.
 * @returns whether the body came to its end
 */
export function relay(from: OriginBody, to: BodySink, collector?: Collector): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let isCollecting = collector !== undefined
  const resume = () => from.resume()
  const isGone = () => to.destroyed || to.writableEnded
  const onGone = () => {
    // a visitor who has left doesn't keep others from getting the copy
    if (isCollecting) resume()
    else from.destroy()
  }
  from.on('data', (chunk: Buffer) => {
    isCollecting &&= collector?.add(chunk) ?? false
    if (isGone()) {
      if (!isCollecting) from.destroy()
      return
    }
    if (!to.write(chunk) && !isCollecting) {
      from.pause()
      to.once('drain', resume)
    }
  })
  from.once('end', () => {
    if (!isGone()) {
      if (from.rawTrailers.length > 0 && to.chunkedEncoding) to.addTrailers(pairs(from.rawTrailers))
      to.end()
    }
    resolve(from.complete)
  })
  // without its end the visitor must not take the body for whole
  from.once('error', () => {
    to.destroy()
    resolve(false)
  })
  from.once('close', () => resolve(false))
  to.once('close', onGone)
  if (isGone()) onGone()
  if (from.destroyed && !from.complete) {
    to.destroy()
    resolve(false)
  }
  return promise
}

/** Takes a copy of a body that no visitor waits for. @returns whether the body came to its end */
export function collect(from: OriginBody, collector: Collector): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  from.on('data', (chunk: Buffer) => {
    if (!collector.add(chunk)) from.destroy()
  })
  from.once('end', () => resolve(from.complete))
  from.once('error', () => resolve(false))
  from.once('close', () => resolve(false))
  if (from.destroyed) resolve(from.complete)
  return promise
}
