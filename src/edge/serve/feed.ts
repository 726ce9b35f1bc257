import { visitorLimits } from './limits.ts'
import type { Store } from '../cache/index.ts'
import type { Backlog, Waiting } from './backlog.ts'
import type { VisitorResponse } from '../exchange/exchange.ts'
import type { EdgeContext } from './edge-context.ts'

/** What a body is written to. */
export type BodySink = Pick<
  VisitorResponse,
  | 'writableEnded'
  | 'writableLength'
  | 'isCrowded'
  | 'sent'
  | 'destroyed'
  | 'chunkedEncoding'
  | 'write'
  | 'addTrailers'
  | 'destroy'
  | 'breakOff'
  | 'once'
> & { end(): unknown }

/** Of a body that is there already, so much is written at a time. */
const slice = 64 * 1024

/** Gives a visitor a body at the visitor's own pace. What isn't taken yet waits here, and is counted until it's sent. */
export class Feed implements Waiting {
  readonly to: BodySink
  readonly #backlog: Backlog
  readonly #store: Pick<Store, 'use'>
  #waiting: Buffer[] = []
  #size = 0
  /** A stored body, of which the rest from here on is to be sent. */
  #body: Buffer | undefined
  #at = 0
  /** Ends the use of that body as one that is stored, so that it takes no memory of its own. */
  #endUse: (() => void) | undefined
  /** Bytes that were written. */
  #written = 0
  #isBlocked = false
  #isDropped = false
  #finish: (() => void) | undefined
  #onRoom: (() => void) | undefined

  constructor(to: BodySink, { backlog, store }: Pick<EdgeContext, 'backlog' | 'store'>) {
    this.to = to
    this.#backlog = backlog
    this.#store = store
    const clear = () => this.#clear()
    to.once('finish', clear)
    to.once('close', clear)
  }

  get isGone(): boolean {
    return this.#isDropped || this.to.destroyed || this.to.writableEnded
  }

  get sent(): number {
    return this.to.sent
  }

  /** Whether enough waits, so that whoever brings more should pause. */
  get isFull(): boolean {
    if (this.#isBlocked && (this.#backlog.isCrowded || this.to.isCrowded)) return true
    return this.#size > visitorLimits.waiting
  }

  /** Called when there is room again. */
  onRoom(proceed: () => void): void {
    this.#onRoom = proceed
  }

  add(chunk: Buffer): void {
    if (this.isGone) return
    if (this.#isBlocked) {
      this.#waiting.push(chunk)
      this.#size += chunk.length
    } else this.#write(chunk)
    this.#count()
  }

  /** Sends the rest of a body in place of what waits. */
  continueFrom(body: Buffer): void {
    const rest = body.length - this.#written
    if (this.isGone || rest === 0) return
    this.#waiting = []
    this.#body = body
    this.#at = this.#written
    this.#size = body.length
    this.recordStored()
    if (!this.#endUse) this.#shorten()
    if (this.#isBlocked) this.#count()
    else this.#proceed()
  }

  /** The body may have been stored. */
  recordStored(): void {
    if (!this.#body || this.#endUse) return
    this.#endUse = this.#store.use(this.#body, () => {
      this.#endUse = undefined
      this.#shorten()
      this.#count()
    })
    if (this.#endUse) this.#count()
  }

  /** @param finish ends the answer, once everything is written */
  end(finish: () => void): void {
    this.#finish = finish
    if (!this.#isBlocked) this.#proceed()
  }

  /** Lets the visitor go. */
  drop(): void {
    this.#isDropped = true
    this.#clear()
    this.to.breakOff()
  }

  /** A short rest doesn't keep the whole in memory. */
  #shorten(): void {
    if (!this.#body || this.#body.length - this.#at > visitorLimits.waiting) return
    this.#body = Buffer.from(this.#body.subarray(this.#at))
    this.#at = 0
    this.#size = this.#body.length
  }

  /** Counts what waits here and isn't stored, and what was written and isn't sent. */
  #count(): void {
    const isOver = this.#isDropped || this.to.destroyed
    const size = this.#endUse ? 0 : this.#size
    this.#backlog.set(this, isOver ? 0 : size + this.to.writableLength)
  }

  #write(chunk: Buffer): void {
    this.#written += chunk.length
    if (this.to.write(chunk)) return
    this.#isBlocked = true
    this.to.once('drain', () => {
      this.#isBlocked = false
      this.#proceed()
    })
  }

  #proceed(): void {
    while (!this.#isBlocked && !this.isGone) {
      const next = this.#next()
      if (!next) break
      this.#write(next)
    }
    this.#count()
    if (this.#isBlocked || this.isGone) return
    if (this.#finish) {
      const finish = this.#finish
      this.#finish = undefined
      finish()
      this.#count()
    } else this.#onRoom?.()
  }

  #next(): Buffer | undefined {
    if (this.#body) {
      const next = this.#body.subarray(this.#at, this.#at + slice)
      this.#at += next.length
      if (this.#at < this.#body.length) return next
      this.#endBody()
      return next
    }
    const next = this.#waiting.shift()
    this.#size -= next?.length ?? 0
    return next
  }

  #clear(): void {
    this.#waiting = []
    this.#finish = undefined
    this.#endBody()
    this.#backlog.set(this, 0)
  }

  #endBody(): void {
    this.#endUse?.()
    this.#endUse = undefined
    this.#body = undefined
    this.#size = 0
  }
}
