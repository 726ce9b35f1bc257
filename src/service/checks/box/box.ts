import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bounds } from '../../bounds.ts'
import { Failure } from '../failure.ts'
import type { Check, Measurement } from '../probe.ts'
import { killTree, privateMemory, processTree } from './process-tree.ts'
import type { BoxOptions, FromBox, ToBox } from './protocol.ts'

const program = fileURLToPath(new URL('./child.ts', import.meta.url))

/** How often memory and processes are checked, ms. */
const countInterval = 500

/**
 * A process with its own browser that measures the pages of one tenant. It doesn't get the service's environment, and the
 * service kills it if it exceeds its time, memory or number of processes.
 */
export class Box {
  readonly tenant: string
  readonly #options: BoxOptions
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  #spent = false

  constructor(tenant: string, options: BoxOptions) {
    this.tenant = tenant
    this.#options = options
    this.#child = fork(program, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // whatever a hostile page fills, it fills this heap and not the service's
      execArgv: [`--max-old-space-size=${bounds.browser.heap / 2 ** 20}`],
      // Ctrl-C reaches the whole process group, but checks in progress must be able to finish
      detached: true,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', HOME: options.folder, TMPDIR: options.folder },
    })
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#spent = true
        resolve()
      }
      this.#child.once('exit', end)
      this.#child.once('error', end)
    })
    this.#send({ kind: 'open', options })
  }

  /** Whether it can take another check. */
  get usable(): boolean {
    return !this.#spent
  }

  /**
   * @throws {Failure} if the box had to be killed or died; the signal's reason if it is aborted
   */
  async measure(check: Check, signal: AbortSignal): Promise<readonly Measurement[]> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<readonly Measurement[]>()
    const views = Math.max(1, check.views.length)
    const wall = views * this.#options.timeoutMs + bounds.browser.grace
    const overdue = () => reject(overTime(check, wall))
    let watchdog = setTimeout(
      () => reject(new Failure('no-browser', 'Chromium did not start in time.')),
      bounds.browser.start,
    )
    const listen = (message: FromBox) => {
      if (message.kind === 'started') {
        clearTimeout(watchdog)
        watchdog = setTimeout(overdue, wall)
      } else if (message.kind === 'measured') {
        this.#spent ||= message.spent
        resolve(message.measurements)
      } else reject(new Failure('no-browser', `The browser failed: ${message.message}`))
    }
    const cancel = () => {
      this.#send({ kind: 'cancel' })
      reject(signal.reason)
    }
    const counter = setInterval(() => void this.#count(check).catch(reject), countInterval)
    this.#child.on('message', listen)
    signal.addEventListener('abort', cancel, { once: true })
    void this.#ended.then(() => reject(brokeOff(check)))
    this.#send({ kind: 'measure', check })
    try {
      return await promise
    } catch (error) {
      // it may still be busy with this page, so it doesn't get another one
      this.#spent = true
      throw error
    } finally {
      clearTimeout(watchdog)
      clearInterval(counter)
      this.#child.off('message', listen)
      signal.removeEventListener('abort', cancel)
    }
  }

  /** Kills the box with all its processes and removes its folder. */
  async dispose(): Promise<void> {
    this.#spent = true
    const { pid } = this.#child
    if (pid !== undefined && this.#child.exitCode === null) await killTree(pid)
    await this.#ended
    await rm(this.#options.folder, { recursive: true, force: true, maxRetries: 3 })
  }

  /** @throws {Failure} where the budget is exceeded */
  async #count(check: Check): Promise<void> {
    const { pid } = this.#child
    if (pid === undefined) return
    const tree = await processTree(pid)
    if (tree.length > bounds.browser.processes)
      throw overBudget(check, `started more than ${bounds.browser.processes} processes`)
    if ((await privateMemory(tree)) > bounds.browser.memory)
      throw overBudget(check, `used more than ${Math.round(bounds.browser.memory / 2 ** 20)} MiB of memory`)
  }

  #send(message: ToBox): void {
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }
}

/** A box that dies ran out of memory, or its browser did. */
function brokeOff({ url }: Check): Failure {
  return new Failure('page-too-heavy', `The page of ${new URL(url).host} overloaded the browser, so it was stopped.`)
}

function overTime({ url }: Check, wall: number): Failure {
  return new Failure(
    'timeout',
    `${new URL(url).host} kept the browser busy for more than ${Math.round(wall / 1000)} s, so the page was stopped.`,
  )
}

function overBudget({ url }: Check, what: string): Failure {
  return new Failure('page-too-heavy', `The page of ${new URL(url).host} ${what}, so it was stopped.`)
}
