import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { readerLimits } from './limits.ts'
import { HttpError } from '../api/errors.ts'
import { type JobName, readJobs } from './jobs.ts'
import type { FromThread, ThreadOptions, ToThread } from './messages.ts'

const program = new URL('./thread.ts', import.meta.url)

interface Read {
  readonly job: JobName
  readonly input: unknown
  readonly signal: AbortSignal
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

interface ReaderOptions {
  readonly url: string
  readonly log: Pick<Logger, 'error'>
}

/** Runs reads in a few threads, which start when they are first needed and are replaced if they end. */
export class ReaderThreads {
  readonly #options: ReaderOptions
  readonly #threads = new Set<ReaderThread>()
  #queue: Read[] = []
  #drained: (() => void) | undefined

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  /** @throws {HttpError} 503 if the service is busy or the thread ends; the signal's reason if it is aborted first */
  run(job: JobName, input: unknown, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted()
    if (this.#queue.length >= readerLimits.queued)
      throw new HttpError(503, 'The service is busy.', { headers: { 'Retry-After': '5' } })
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const read: Read = { job, input, signal, resolve, reject }
    const leave = () => {
      this.#queue = this.#queue.filter((waiting) => waiting !== read)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    this.#queue.push(read)
    this.#next()
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }

  /** Waits for the reads in progress and ends the threads. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#drained = resolve
    this.#next()
    await promise
    await Promise.all([...this.#threads].map((thread) => thread.close()))
  }

  /** Starts every read for which there is a thread. */
  #next(): void {
    for (;;) {
      const idle = [...this.#threads].find((thread) => !thread.current)
      if (!idle && this.#threads.size >= readerLimits.threads) return
      const read = this.#pick()
      if (!read) break
      const thread = idle ?? this.#open()
      thread.run(read)
    }
    if (this.#queue.length === 0 && ![...this.#threads].some((thread) => thread.current)) this.#drained?.()
  }

  /** The first read that may start. Long ones leave a thread for the others, and come first as long as they do. */
  #pick(): Read | undefined {
    const isLong = ({ job }: Read) => readJobs[job].isLong
    const long = [...this.#threads].filter(({ current }) => current && isLong(current)).length
    const found =
      (long < readerLimits.threads - 1 ? this.#queue.find(isLong) : undefined) ??
      this.#queue.find((read) => !isLong(read))
    if (found) this.#queue.splice(this.#queue.indexOf(found), 1)
    return found
  }

  #open(): ReaderThread {
    const thread = new ReaderThread(this.#options, {
      onFree: () => this.#next(),
      onEnd: () => {
        this.#threads.delete(thread)
        this.#next()
      },
    })
    this.#threads.add(thread)
    return thread
  }
}

class ReaderThread {
  readonly #worker: Worker
  readonly #ended: Promise<void>
  readonly #onFree: () => void
  current: Read | undefined

  constructor(options: ReaderOptions, { onFree, onEnd }: { onFree: () => void; onEnd: () => void }) {
    this.#onFree = onFree
    const workerData: ThreadOptions = { url: options.url }
    this.#worker = new Worker(program, {
      workerData,
      name: 'reader',
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: readerLimits.heap / 2 ** 20, maxYoungGenerationSizeMb: 24 },
    })
    this.#worker.on('message', (message: FromThread) => this.#finish(message))
    let reason: unknown
    this.#worker.on('error', (error) => {
      reason = error
      options.log.error({ err: error, job: this.current?.job }, 'a reader thread failed')
    })
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.current?.reject(brokenOff(reason))
        this.current = undefined
        resolve()
        onEnd()
      })
    })
  }

  run(read: Read): void {
    this.current = read
    // an idle thread doesn't keep the process alive
    this.#worker.ref()
    this.#send({ kind: 'run', job: read.job, input: read.input })
    read.signal.addEventListener('abort', this.#cancel, { once: true })
  }

  async close(): Promise<void> {
    this.#worker.ref()
    this.#send({ kind: 'close' })
    await this.#ended
  }

  /** A cancelled read keeps its thread until it has noticed. */
  readonly #cancel = () => this.#send({ kind: 'cancel' })

  #finish(message: FromThread): void {
    const read = this.current
    this.current = undefined
    read?.signal.removeEventListener('abort', this.#cancel)
    if (message.kind === 'done') read?.resolve(message.result)
    else read?.reject(message.error)
    this.#worker.unref()
    this.#onFree()
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message, [])
  }
}

function brokenOff(reason: unknown): HttpError {
  const isTooLarge = reason instanceof Error && 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return new HttpError(
    503,
    isTooLarge
      ? 'This read needs too much memory. Ask for a shorter time range or fewer metrics.'
      : 'The service could not finish this read. Try again.',
    { headers: { 'Retry-After': '5' } },
  )
}
