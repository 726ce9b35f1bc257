import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { imageLimits } from './limits.ts'
import type { Entry } from '../cache/index.ts'
import type { ImageFormat } from './images.ts'

const program = fileURLToPath(new URL('./image-child.ts', import.meta.url))

/** How long the process waits for the next image, ms. */
const idleMs = 30_000

export interface ImageLimits {
  /** Bytes of an image. */
  readonly body: number
  readonly pixels: number
  /** Pixels of an image that becomes AVIF. */
  readonly avifPixels: number
  /** How long a conversion may take, ms. */
  readonly time: number
  /** How many images may wait. */
  readonly waiting: number
}

export interface ImageJob {
  readonly body: Uint8Array
  readonly format: ImageFormat
  readonly maxPixels: number
}

export type FromImageProcess =
  | { readonly kind: 'done'; readonly body: Uint8Array | undefined }
  | { readonly kind: 'unavailable'; readonly reason: string }

const none = Buffer.alloc(0)

/** What became of an image. `unsuitable` stays so, `busy` passes. */
export type Converted = Buffer | 'unsuitable' | 'busy'

interface Waiting {
  readonly job: ImageJob
  readonly resolve: (converted: Converted) => void
}

interface Options {
  /** Where they differ from those of the table. */
  readonly limits?: Partial<ImageLimits>
  readonly log: Logger
  /** Arguments for Node in the process. */
  readonly execArgv?: readonly string[]
}

/**
 * Converts images, one at a time, in a process of its own: a picture that crashes its decoder, takes too long or fills the
 * memory ends that process, and not the edge. The process has none of the edge's environment, and ends when it's idle.
 */
export class ImageConverter {
  readonly #limits: ImageLimits
  readonly #log: Logger
  readonly #execArgv: readonly string[]
  readonly #waiting: Waiting[] = []
  #running: Waiting | undefined
  #child: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor({ limits, log, execArgv = [] }: Options) {
    const { body, pixels, avifPixels, time, waiting } = imageLimits
    this.#limits = { body, pixels, avifPixels, time, waiting, ...limits }
    this.#log = log
    this.#execArgv = execArgv
  }

  /** Adds a form to a stored image, or remembers that it's of no use. */
  async add(entry: Entry, format: ImageFormat): Promise<void> {
    entry.encodings.set(format, none)
    const converted = await this.convert(entry.body, format)
    if (converted === 'busy') entry.encodings.delete(format)
    else if (converted !== 'unsuitable') entry.encodings.set(format, converted)
  }

  /** The image in another format, if that is smaller. */
  convert(body: Buffer, format: ImageFormat): Promise<Converted> {
    if (this.#isOver || body.length > this.#limits.body) return Promise.resolve('unsuitable')
    if (this.#waiting.length >= this.#limits.waiting) return Promise.resolve('busy')
    const { promise, resolve } = Promise.withResolvers<Converted>()
    const maxPixels = format === 'avif' ? this.#limits.avifPixels : this.#limits.pixels
    this.#waiting.push({ job: { body, format, maxPixels }, resolve })
    this.#next()
    return promise
  }

  /** Ends the process, and takes no more images. */
  close(): void {
    this.#isOver = true
    this.#end()
    clearTimeout(this.#timer)
    for (const { resolve } of [this.#running, ...this.#waiting.splice(0)].filter((one) => one !== undefined))
      resolve('unsuitable')
    this.#running = undefined
  }

  #next(): void {
    if (this.#running || this.#isOver) return
    clearTimeout(this.#timer)
    const next = this.#waiting.shift()
    const child = (this.#child ??= next && this.#start())
    if (!child) return
    if (!next) {
      this.#timer = setTimeout(() => this.#end(), idleMs).unref()
      return
    }
    this.#running = next
    this.#timer = setTimeout(() => {
      this.#end()
      this.#finish('unsuitable')
    }, this.#limits.time).unref()
    child.send(next.job, () => undefined)
  }

  #start(): ChildProcess {
    const child = fork(program, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [...this.#execArgv, '--max-old-space-size=64'],
      env: { LANG: 'C.UTF-8', MALLOC_ARENA_MAX: '2' },
      // the edge ends it, Ctrl-C doesn't
      detached: true,
    })
    child.unref()
    child.channel?.unref()
    child.on('message', (message: FromImageProcess) => {
      if (this.#child !== child) return
      if (message.kind === 'unavailable') this.#giveUp(message.reason)
      else this.#finish(message.body ? Buffer.from(message.body) : 'unsuitable')
    })
    child.once('error', (error) => this.#giveUp(error.message))
    child.once('exit', () => {
      if (this.#child !== child) return
      this.#child = undefined
      // whatever image it was, it isn't tried again
      this.#finish('unsuitable')
    })
    return child
  }

  #end(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  #finish(converted: Converted): void {
    this.#running?.resolve(converted)
    this.#running = undefined
    this.#next()
  }

  #giveUp(reason: string): void {
    if (!this.#isOver) this.#log.warn({ reason }, 'images are not converted, because sharp cannot be loaded')
    this.close()
  }
}
