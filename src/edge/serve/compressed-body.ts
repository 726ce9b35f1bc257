import { EventEmitter } from 'node:events'
import { isOfOriginal } from '../optimize/forms.ts'
import type { OpenStream } from '../optimize/streams.ts'
import type { BodySink } from './feed.ts'

/** How long what the origin sent waits for more before it's given out, ms. */
const patienceMs = 2
/** The same while the origin goes on sending: each time costs a few bytes. */
const longestMs = 20

/** Compresses a body on its way to the visitor. When the origin pauses, the visitor gets what there is. */
export class CompressedBody extends EventEmitter implements BodySink {
  readonly #opened: OpenStream
  readonly #to: BodySink
  /** When the first byte came that hasn't been given out. */
  #waitsSince: number | undefined
  #lastAt = 0
  #isFirst = true
  #timer: NodeJS.Timeout | undefined

  constructor(opened: OpenStream, to: BodySink) {
    super()
    this.#opened = opened
    this.#to = to
    const { stream } = opened
    stream.on('data', (chunk: Buffer) => {
      if (to.write(chunk)) return
      stream.pause()
      to.once('drain', () => stream.resume())
    })
    stream.on('drain', () => this.emit('drain'))
    stream.once('end', () => {
      stream.destroy()
      to.end()
    })
    stream.once('error', () => to.destroy())
    const leave = () => {
      clearTimeout(this.#timer)
      stream.destroy()
      this.emit('close')
    }
    to.once('finish', () => this.emit('finish'))
    if (to.destroyed) leave()
    else to.once('close', leave)
  }

  get destroyed(): boolean {
    return this.#to.destroyed
  }

  get writableLength(): number {
    return this.#to.writableLength
  }

  get isCrowded(): boolean {
    return this.#to.isCrowded
  }

  get sent(): number {
    return this.#to.sent
  }

  get writableEnded(): boolean {
    return this.#opened.stream.writableEnded
  }

  get chunkedEncoding(): boolean {
    return this.#to.chunkedEncoding
  }

  write(chunk: Buffer): boolean {
    if (this.#opened.stream.destroyed) return true
    this.#lastAt = performance.now()
    if (this.#waitsSince === undefined) {
      this.#waitsSince = this.#lastAt
      this.#timer ??= setTimeout(this.#look, patienceMs)
    }
    return this.#opened.stream.write(chunk)
  }

  addTrailers(lines: [string, string][]): void {
    this.#to.addTrailers(lines.filter(([name]) => !isOfOriginal(name)))
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#opened.stream.end()
  }

  destroy(): void {
    this.#to.destroy()
  }

  breakOff(): void {
    this.#to.breakOff()
  }

  readonly #look = (): void => {
    this.#timer = undefined
    if (this.#waitsSince === undefined || this.writableEnded || this.#opened.stream.destroyed) return
    const now = performance.now()
    const isDue = this.#isFirst || now - this.#lastAt >= patienceMs / 2 || now - this.#waitsSince >= longestMs
    if (!isDue) {
      this.#timer = setTimeout(this.#look, patienceMs)
      return
    }
    this.#isFirst = false
    this.#waitsSince = undefined
    this.#opened.flush()
  }
}
