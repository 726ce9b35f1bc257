import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { OriginFailure } from './failure.ts'

/** An answer's body as it comes: Node's message, or what a plain answer has. */
export interface OriginBody {
  /** Whether it came to its end. */
  readonly complete: boolean
  /** Whether nothing more is read of it. */
  readonly destroyed: boolean
  readonly rawTrailers: string[]
  /** Whether it was told to wait. */
  isPaused(): boolean
  pause(): unknown
  resume(): unknown
  destroy(): unknown
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  once(event: 'end' | 'error' | 'close', listener: () => void): unknown
  /** It broke off; not where it was destroyed here. */
  once(event: 'error', listener: (error: Error) => void): unknown
}

/** A body of known length on a connection. Like a stream it flows once someone listens. */
export class PlainBody extends EventEmitter implements OriginBody {
  complete = false
  readonly rawTrailers: string[] = []
  readonly #socket: Socket
  readonly #onEnd: () => void
  #waiting: Buffer[] = []
  #flows = false
  #isPaused = false
  #isOver = false

  /** @param onEnd called when everything has been taken */
  constructor(socket: Socket, onEnd: () => void) {
    super()
    this.#socket = socket
    this.#onEnd = onEnd
  }

  /** Adds a part that has arrived. */
  add(chunk: Buffer): void {
    if (this.#flows && this.#waiting.length === 0) {
      this.emit('data', chunk)
      return
    }
    this.#waiting.push(chunk)
    this.#socket.pause()
  }

  /** Nothing more comes. */
  finish(): void {
    this.complete = true
    this.#flow()
  }

  /** The connection broke before the end. */
  fail(error: OriginFailure): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.listenerCount('error') > 0) this.emit('error', error)
    this.emit('close')
  }

  get destroyed(): boolean {
    return this.#isOver
  }

  isPaused(): boolean {
    return this.#isPaused
  }

  pause(): void {
    this.#flows = false
    this.#isPaused = true
    if (!this.complete) this.#socket.pause()
  }

  resume(): void {
    if (this.#flows) return
    this.#flows = true
    this.#isPaused = false
    process.nextTick(() => this.#flow())
  }

  destroy(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#socket.destroy()
    this.emit('close')
  }

  override on(event: string, listener: (...args: never[]) => void): this {
    super.on(event, listener as (...args: unknown[]) => void)
    if (event === 'data') this.resume()
    return this
  }

  #flow(): void {
    while (this.#flows && !this.#isOver) {
      const chunk = this.#waiting.shift()
      if (chunk) {
        this.emit('data', chunk)
        continue
      }
      if (this.complete) this.#end()
      else this.#socket.resume()
      return
    }
  }

  #end(): void {
    this.#isOver = true
    this.emit('end')
    this.#onEnd()
    this.emit('close')
  }
}
