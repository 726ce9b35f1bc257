import { fstatSync, write, writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** How long to wait before the next attempt to write to a full pipe, ms. */
const retryMs = 20
/** Pino's level of warnings; errors are above it. */
const warnLevel = 40
/** The share of the memory that lines below that level may use. */
const infoShare = 0.75
/** pino sets `lastLevel` of a destination that has this property. */
const needsLevel = Symbol.for('pino.metadata')

/**
 * Where pino writes its lines, without ever waiting for their reader: lines are written in batches, and kept in memory while
 * a pipe is full. Beyond `maxBytes`, new lines are dropped and counted; the last quarter is for warnings and errors only.
 * Once there's room again, a line reports how many were dropped.
 *
 * pino's own destination (sonic-boom 4.2) can't do this: once the reader is gone or the disk is full, its `flushSync` never
 * returns; it forgets the batch that a full pipe delayed; and lines for a reader that is gone vanish uncounted.
 *
 * Pipes and sockets have to be in non-blocking mode. On Linux and macOS, Node sets it when it opens `process.stderr`.
 */
export class LogLines {
  readonly [needsLevel] = true
  /** The level of the next line. */
  lastLevel = warnLevel
  readonly #fd: number
  readonly #maxBytes: number
  /** Whether writing never blocks. Writing to a file may wait for the disk. */
  readonly #isPipe: boolean
  #waiting = ''
  #waitingBytes = 0
  /** What is being written. */
  #batch = Buffer.alloc(0)
  #isWriting = false
  /** Whether the last attempt to write failed. */
  #isFailing = false
  #dropped = 0
  #reported = 0

  constructor(fd: number, maxBytes: number) {
    const stat = fstatSync(fd)
    this.#fd = fd
    this.#maxBytes = maxBytes
    this.#isPipe = stat.isFIFO() || stat.isSocket()
  }

  /** How many lines were dropped since the start. */
  get dropped(): number {
    return this.#dropped
  }

  get #bytes(): number {
    return this.#batch.length + this.#waitingBytes
  }

  write(line: string): void {
    const maxBytes = this.lastLevel < warnLevel ? this.#maxBytes * infoShare : this.#maxBytes
    const bytes = Buffer.byteLength(line)
    if (this.#bytes + bytes > maxBytes) {
      this.#dropped++
      return
    }
    this.#waiting += line
    this.#waitingBytes += bytes
    if (this.#isWriting) return
    this.#isWriting = true
    // the other lines of this turn of the event loop go with it
    setImmediate(() => this.#writeNext())
  }

  /** Waits until everything is written, at most this long, ms. */
  async flush(maxMs: number): Promise<void> {
    const until = performance.now() + maxMs
    while (this.#bytes > 0 && performance.now() < until) await delay(1)
  }

  /** The same for a process that is exiting, whose event loop has stopped. */
  flushSync(maxMs = 1000): void {
    const until = performance.now() + maxMs
    // a batch on its way to a file gets there while the process exits
    if (!this.#isPipe) this.#batch = Buffer.alloc(0)
    while (this.#nextBatch() && performance.now() < until) if (!this.#writeNow()) sleep(retryMs)
  }

  #writeNext(): void {
    if (!this.#nextBatch()) this.#isWriting = false
    else if (!this.#isPipe)
      write(this.#fd, this.#batch, (error, bytes) => {
        this.#advance(error ? 'failed' : bytes)
        this.#writeNext()
      })
    else if (this.#writeNow()) this.#writeNext()
    else setTimeout(() => this.#writeNext(), retryMs).unref()
  }

  /** Makes a batch of all that waits, once the last one is written. @returns whether there is anything to write */
  #nextBatch(): boolean {
    if (this.#batch.length === 0) {
      this.#batch = Buffer.from(this.#waiting + this.#report())
      this.#waiting = ''
      this.#waitingBytes = 0
    }
    return this.#batch.length > 0
  }

  /** A line for those that were dropped since the last report, if there are any. */
  #report(): string {
    const dropped = this.#dropped - this.#reported
    if (dropped === 0 || this.#isFailing) return ''
    this.#reported = this.#dropped
    const fields = { level: warnLevel, time: Date.now(), dropped, msg: 'log lines were dropped, as nothing read them' }
    return `${JSON.stringify(fields)}\n`
  }

  /** @returns false if the pipe is full */
  #writeNow(): boolean {
    try {
      this.#advance(writeSync(this.#fd, this.#batch))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return false
      this.#advance('failed')
    }
    return true
  }

  #advance(written: number | 'failed'): void {
    // the reader is gone, or the disk is full
    this.#isFailing = written === 'failed'
    if (written === 'failed') this.#dropped += this.#batch.toString().split('\n').length - 1
    this.#batch = this.#batch.subarray(written === 'failed' ? this.#batch.length : written)
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
