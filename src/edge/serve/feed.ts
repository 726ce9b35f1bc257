import { bounds } from '../../service/bounds.ts'
import type { Backlog } from './backlog.ts'
import type { VisitorResponse } from './exchange.ts'

/** What a body is written to. */
export type BodySink = Pick<
  VisitorResponse,
  'writableEnded' | 'destroyed' | 'chunkedEncoding' | 'write' | 'addTrailers' | 'destroy' | 'once'
> & { end(): unknown }

/** Of a body that is there already, so much is written at a time. */
const slice = 64 * 1024

/** Gives a visitor a body at the visitor's own pace. What isn't taken yet waits here, and is counted. */
export class Feed {
  readonly to: BodySink
  readonly #backlog: Backlog
  #waiting: Buffer[] = []
  #size = 0
  /** A stored body, of which the rest from here on is to be sent. */
  #body: Buffer | undefined
  #at = 0
  /** Bytes that were written. */
  #written = 0
  #isBlocked = false
  #finish: (() => void) | undefined
  #onRoom: (() => void) | undefined

  constructor(to: BodySink, backlog: Backlog) {
    this.to = to
    this.#backlog = backlog
    to.once('close', () => this.#clear())
  }

  get isGone(): boolean {
    return this.to.destroyed || this.to.writableEnded
  }

  /** Whether enough waits, so that whoever brings more should pause. */
  get isFull(): boolean {
    return this.#size > (this.#backlog.isCrowded ? 0 : bounds.visitor.waiting)
  }

  /** Called when there is room again. */
  onRoom(proceed: () => void): void {
    this.#onRoom = proceed
  }

  add(chunk: Buffer): void {
    if (this.isGone) return
    if (!this.#isBlocked) {
      this.#write(chunk)
      return
    }
    this.#waiting.push(chunk)
    this.#size += chunk.length
    this.#backlog.set(this, this.#size)
  }

  /** Sends the rest of a body from where it's stored, in place of what waits. */
  continueFrom(body: Buffer): void {
    const rest = body.length - this.#written
    if (this.isGone || rest === 0) return
    this.#waiting = []
    // a short rest doesn't keep the whole in memory
    this.#body = rest > bounds.visitor.waiting ? body : Buffer.from(body.subarray(this.#written))
    this.#at = this.#body === body ? this.#written : 0
    this.#size = this.#body.length
    if (this.#isBlocked) this.#backlog.set(this, this.#size)
    else this.#proceed()
  }

  /** @param finish ends the answer, once everything is written */
  end(finish: () => void): void {
    this.#finish = finish
    if (!this.#isBlocked) this.#proceed()
  }

  /** Lets the visitor go. */
  drop(): void {
    this.#clear()
    this.to.destroy()
  }

  #write(chunk: Buffer): void {
    this.#written += chunk.length
    if (this.to.write(chunk)) return
    this.#isBlocked = true
    this.to.once('drain', () => {
      this.#isBlocked = false
      this.#backlog.progressed(this)
      this.#proceed()
    })
  }

  #proceed(): void {
    while (!this.#isBlocked && !this.isGone) {
      const next = this.#next()
      if (!next) break
      this.#write(next)
    }
    this.#backlog.set(this, this.isGone ? 0 : this.#size)
    if (this.#isBlocked || this.isGone) return
    if (this.#finish) {
      const finish = this.#finish
      this.#finish = undefined
      finish()
    } else this.#onRoom?.()
  }

  #next(): Buffer | undefined {
    if (this.#body) {
      const next = this.#body.subarray(this.#at, this.#at + slice)
      this.#at += next.length
      if (this.#at < this.#body.length) return next
      this.#body = undefined
      this.#size = 0
      return next
    }
    const next = this.#waiting.shift()
    this.#size -= next?.length ?? 0
    return next
  }

  #clear(): void {
    this.#waiting = []
    this.#body = undefined
    this.#finish = undefined
    this.#size = 0
    this.#backlog.set(this, 0)
  }
}
