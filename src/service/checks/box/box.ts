import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { browserLimits } from './limits.ts'
import { Failure } from '../../../shared/guard/index.ts'
import { measuredUntil } from '../page/unmeasured.ts'
import { endsWithin } from '../within.ts'
import type { Check, Measurement } from '../probe.ts'
import { killTrees, privateMemory, type ProcessInfo, processTree, yieldToOthers } from './process-tree.ts'
import type { BoxOptions, FromBox, ToBox } from './protocol.ts'

const program = fileURLToPath(new URL('./child.ts', import.meta.url))

/** How often the use of memory, processes and CPU time is checked, ms. */
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
  /** As last counted. A browser outlives a box that dies, and then it's no longer the box's descendant. */
  #processes: readonly ProcessInfo[] = []
  #closing: Promise<unknown> = Promise.resolve()
  #spent = false

  constructor(tenant: string, options: BoxOptions) {
    this.tenant = tenant
    this.#options = options
    this.#child = fork(program, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // whatever a hostile page fills, it fills this heap and not the service's
      execArgv: [`--max-old-space-size=${browserLimits.heap / 2 ** 20}`],
      // Ctrl-C reaches the whole process group, but checks in progress must be able to finish
      detached: true,
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        LANG: 'C.UTF-8',
        HOME: options.folder,
        TMPDIR: options.folder,
        // so that each box doesn't compile the same program
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      },
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
   * Measures a page. If the box dies or has to be stopped, that is the issue of the views that weren't measured before. May
   * return before the page is closed: see `settle`.
   * @throws the signal's reason if it is aborted
   */
  async measure(check: Check, signal: AbortSignal): Promise<readonly Measurement[]> {
    signal.throwIfAborted()
    const viewed: Measurement[] = []
    let viewStartedAt = Date.now()
    const onView = (measurement: Measurement) => {
      viewed.push(measurement)
      viewStartedAt = Date.now()
    }
    try {
      return await this.#measure(check, onView, signal)
    } catch (error) {
      // it may still be busy with this page, so it doesn't get another one
      this.#spent = true
      if (!(error instanceof Failure) || signal.aborted) throw error
      return measuredUntil(viewed, check, error, viewStartedAt)
    }
  }

  /** Waits until the last check's page is closed, but not for long: a page that can't be closed leaves the box unusable. */
  async settle(): Promise<void> {
    if (this.#spent) return
    const closed = await endsWithin(Promise.race([this.#closing, this.#ended]), browserLimits.close)
    if (!closed) this.#spent = true
  }

  /** Kills the box with all its processes and removes its folder. */
  async dispose(): Promise<void> {
    this.#spent = true
    const { pid } = this.#child
    const own = pid === undefined || this.#hasEnded ? [] : await processTree(pid)
    await killTrees([...own, ...this.#processes])
    // without /proc there is no tree to kill
    if (!this.#hasEnded) this.#child.kill('SIGKILL')
    await this.#ended
    await rm(this.#options.folder, { recursive: true, force: true, maxRetries: 3 })
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  async #measure(
    check: Check,
    onView: (measurement: Measurement) => void,
    signal: AbortSignal,
  ): Promise<readonly Measurement[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Measurement[]>()
    const closing = Promise.withResolvers<void>()
    this.#closing = closing.promise
    const views = Math.max(1, check.views.length)
    const wall = views * this.#options.timeoutMs + browserLimits.grace
    const notStarted = new Failure('no-browser', 'Chromium did not start in time.')
    let watchdog = setTimeout(reject, browserLimits.start, notStarted)
    const count = this.#counterOf(check)
    const counting = setInterval(() => void count().catch(reject), countInterval)
    const listen = (message: FromBox) => {
      switch (message.kind) {
        case 'started':
          void count().catch(reject)
          clearTimeout(watchdog)
          watchdog = setTimeout(reject, wall, overTime(check, wall))
          break
        case 'viewed':
          onView(message.measurement)
          break
        case 'measured':
          resolve(message.measurements)
          break
        case 'closed':
          this.#spent ||= !message.usable
          this.#child.off('message', listen)
          closing.resolve()
          break
        case 'failed':
          reject(new Failure('no-browser', `The browser failed: ${message.message}`))
      }
    }
    const cancel = () => {
      this.#send({ kind: 'cancel' })
      reject(signal.reason)
    }
    this.#child.on('message', listen)
    signal.addEventListener('abort', cancel, { once: true })
    void this.#ended.then(() => reject(brokeOff(check)))
    this.#send({ kind: 'measure', check })
    try {
      return await promise
    } finally {
      clearTimeout(watchdog)
      clearInterval(counting)
      signal.removeEventListener('abort', cancel)
    }
  }

  /** Compares what the box's processes use with its budget, at each call; throws a failure if they exceed it. */
  #counterOf(check: Check): () => Promise<void> {
    const cpu = new Map<string, number>()
    let cpuBefore: number | undefined
    return async () => {
      const { pid } = this.#child
      if (pid === undefined || this.#hasEnded) return
      const processes = await processTree(pid)
      if (processes.length > 0) this.#processes = processes
      if (processes.length > browserLimits.processes)
        throw overBudget(check, `started more than ${browserLimits.processes} processes`)
      if ((await privateMemory(processes)) > browserLimits.memory)
        throw overBudget(check, `used more than ${Math.round(browserLimits.memory / 2 ** 20)} MiB of memory`)
      // those that have ended count too
      for (const one of processes) cpu.set(`${one.pid} ${one.startedAt}`, one.cpuMs)
      const used = [...cpu.values()].reduce((sum, ms) => sum + ms, 0)
      cpuBefore ??= used
      if (used - cpuBefore <= browserLimits.cpu) return
      // a priority can't be raised again, so this is the box's last check
      this.#spent = true
      const [, ...browser] = processes
      await yieldToOthers(browser)
    }
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
    `${new URL(url).host} kept the browser busy for more than ${Math.floor(wall / 1000)} s, so the page was stopped.`,
  )
}

function overBudget({ url }: Check, what: string): Failure {
  return new Failure('page-too-heavy', `The page of ${new URL(url).host} ${what}, so it was stopped.`)
}
