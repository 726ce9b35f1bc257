import { fstatSync, write, writeSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
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
 * Where pino writes its lines. The process never waits for whoever reads them: lines are written in batches, and are kept in
 * memory while a pipe is full. Beyond `maxBytes`, new lines are dropped and counted; the last quarter is for warnings and
 * errors only. Once there's room again, a line says how many were dropped.
 *
 * Pipes and sockets have to be in non-blocking mode. On Linux and macOS, Node sets it when it opens `process.stderr`.
 */
export class LogLines {
  readonly [needsLevel] = true
  /** The level of the line that is written next. */
  lastLevel = warnLevel
  readonly #fd: number
  readonly #maxBytes: number
  /** Whether writing returns at once. Writing to a file may wait for the disk. */
  readonly #returnsAtOnce: boolean
  #waiting: string[] = []
  /** The batch that is being written. */
  #batch = Buffer.alloc(0)
  /** Of the batch and of what waits. */
  #bytes = 0
  #isWriting = false
  /** Whether the last attempt to write failed. */
  #isFailing = false
  #dropped = 0
  #reported = 0

  constructor(fd: number, maxBytes: number) {
    const stat = fstatSync(fd)
    this.#fd = fd
    this.#maxBytes = maxBytes
    this.#returnsAtOnce = stat.isFIFO() || stat.isSocket()
  }

  /** How many lines were dropped since the start. */
  get dropped(): number {
    return this.#dropped
  }

  write(line: string): void {
    const maxBytes = this.lastLevel >= warnLevel ? this.#maxBytes : this.#maxBytes * infoShare
    const bytes = Buffer.byteLength(line)
    if (this.#bytes + bytes > maxBytes) {
      this.#dropped++
      return
    }
    this.#waiting.push(line)
    this.#bytes += bytes
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

  /** The same without the event loop, which has ended when a process exits. */
  flushSync(maxMs = 1000): void {
    const until = performance.now() + maxMs
    // a batch on its way to a file gets there while the process exits
    if (!this.#returnsAtOnce) this.#batch = Buffer.alloc(0)
    while (this.#hasBatch() && performance.now() < until) {
      const written = this.#writeNow()
      if (written === 'full') sleep(retryMs)
      else this.#advance(written)
    }
  }

  #writeNext(): void {
    while (this.#hasBatch()) {
      if (!this.#returnsAtOnce) {
        write(this.#fd, this.#batch, (error, bytes) => {
          this.#advance(error ? 'failed' : bytes)
          this.#writeNext()
        })
        return
      }
      const written = this.#writeNow()
      if (written === 'full') {
        setTimeout(() => this.#writeNext(), retryMs).unref()
        return
      }
      this.#advance(written)
    }
    this.#isWriting = false
  }

  /** Makes a batch of all that waits, if there is none. */
  #hasBatch(): boolean {
    if (this.#batch.length > 0) return true
    const hasToReport = this.#dropped > this.#reported && !this.#isFailing
    if (this.#waiting.length === 0 && !hasToReport) return false
    if (hasToReport) this.#report()
    this.#batch = Buffer.from(this.#waiting.join(''))
    this.#waiting = []
    return true
  }

  /** Says after the lines that were kept how many were dropped. */
  #report(): void {
    const dropped = this.#dropped - this.#reported
    this.#reported = this.#dropped
    const fields = { level: warnLevel, time: Date.now(), dropped, msg: 'log lines were dropped, as nothing read them' }
    const line = `${JSON.stringify(fields)}\n`
    this.#waiting.push(line)
    this.#bytes += Buffer.byteLength(line)
  }

  #writeNow(): number | 'full' | 'failed' {
    try {
      return writeSync(this.#fd, this.#batch)
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EAGAIN' ? 'full' : 'failed'
    }
  }

  #advance(written: number | 'failed'): void {
    // the reader has ended, or the disk is full
    this.#isFailing = written === 'failed'
    if (this.#isFailing) this.#dropped += this.#batch.toString().split('\n').length - 1
    const bytes = written === 'failed' ? this.#batch.length : written
    this.#bytes -= bytes
    this.#batch = this.#batch.subarray(bytes)
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
