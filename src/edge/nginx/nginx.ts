import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { nginxLimits } from './limits.ts'
import { type NginxConfiguration, writeConfiguration } from './configuration.ts'
import type { NginxControl, NginxState } from './control.ts'

interface NginxOptions extends NginxConfiguration {
  readonly control: NginxControl
  readonly log: Logger
}

/** Where visitors reach it. */
export interface NginxAddresses {
  readonly address: string
  readonly port: number
  /** Undefined where https isn't served. */
  readonly securePort: number | undefined
}

/** How often it's looked after, ms. */
const lookMs = 1000
/** How long it may take to begin or to end, ms. */
const patienceMs = 10_000
/** Until it's started again after it has ended, at first and at most, ms. */
const firstPauseMs = 500
const longestPauseMs = 30_000

/**
 * nginx in front of this process. It outlives it: after a crash it goes on with what it has kept, until the next start
 * takes it over.
 */
export class Nginx {
  readonly #options: NginxOptions
  /** Undefined for one that an earlier process has started. */
  #child: ChildProcess | undefined
  /** Of the master process, and of the group of all its processes. */
  #pid = 0
  #isStopped = false
  #looking: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #silentSince: number | undefined
  #pauseMs = firstPauseMs

  private constructor(options: NginxOptions) {
    this.#options = options
  }

  /**
   * Takes over the nginx of an earlier process, or starts one. Port 0 takes a free one.
   * @throws if it doesn't start
   */
  static async start(options: NginxOptions): Promise<Nginx & NginxAddresses> {
    const { control } = options
    const running = await control.state()
    // a running one keeps its ports: they can't be tried
    const toTry = (port: number | undefined) => (running && port !== 0 ? undefined : port)
    const [bound, boundSecurely] = await tryPorts(options.host, [toTry(options.port), toTry(options.securePort)])
    const address = bound?.address ?? options.host
    const port = bound?.port ?? options.port
    const securePort = boundSecurely?.port ?? options.securePort
    const nginx = new Nginx({ ...options, host: address, port, securePort })
    if (!running || !(await nginx.#takeOver(running))) await nginx.#begin()
    nginx.#schedule()
    return Object.assign(nginx, { address, port, securePort })
  }

  /** Stops accepting visitors, gives those that are here this long, and ends. */
  async quit(graceMs: number): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#looking
    this.#signal('SIGQUIT')
    if (await this.#ends(graceMs)) return
    this.#signal('SIGTERM')
    if (!(await this.#ends(patienceMs))) this.#kill()
  }

  /** @returns whether it runs with the present configuration now */
  async #takeOver({ pid, version }: NginxState): Promise<boolean> {
    this.#pid = pid
    const wanted = writeConfiguration(this.#options)
    if (isAlive(pid)) {
      if (version === wanted) return true
      // one with other settings goes on while new workers begin
      this.#check()
      this.#signal('SIGHUP')
      if (await this.#reports((state) => state.version === wanted)) return true
    }
    this.#kill()
    return false
  }

  async #begin(): Promise<void> {
    const { program, folders, log } = this.#options
    const { run } = folders
    this.#killLeftOver()
    writeConfiguration(this.#options)
    rmSync(join(run, 'control.sock'), { force: true })
    rmSync(join(run, 'error.log'), { force: true })
    // its own group and no pipes, so that it isn't taken along when this process is killed
    const child = spawn(program.path, this.#args(), { stdio: 'ignore', detached: true })
    child.unref()
    this.#child = child
    this.#pid = child.pid ?? 0
    child.once('exit', (code, signal) => {
      if (this.#isStopped) return
      log.error({ code, signal }, 'nginx has ended')
      void this.#now()
    })
    if (await this.#reports((state) => state.pid === this.#pid)) return
    const reason = lastProblem(join(run, 'error.log')) ?? 'it says nothing.'
    this.#isStopped = true
    this.#kill()
    throw new Error(`nginx doesn't start: ${reason}`)
  }

  #args(): string[] {
    const { run } = this.#options.folders
    return ['-c', join(run, 'nginx.conf'), '-p', run, '-e', join(run, 'error.log')]
  }

  /** @throws if nginx refuses its configuration */
  #check(): void {
    const { path } = this.#options.program
    const { status, stderr, error } = spawnSync(path, ['-t', '-q', ...this.#args()], { encoding: 'utf8' })
    if (error) throw error
    if (status !== 0) throw new Error(`nginx refuses its configuration: ${problemIn(stderr) ?? stderr.trim()}`)
  }

  /** Ends what is left of one that answers no more. Its workers live on where only the master was killed. */
  #killLeftOver(): void {
    const { run } = this.#options.folders
    try {
      const pid = Number(readFileSync(join(run, 'nginx.pid'), 'utf8'))
      if (pid > 1 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(run)) killGroup(pid)
    } catch {
      // there is none
    }
  }

  /** Whether it says so in time. */
  async #reports(isRight: (state: NginxState) => boolean): Promise<boolean> {
    const until = Date.now() + patienceMs
    while (Date.now() < until && this.#child?.exitCode == null) {
      const state = await this.#options.control.state()
      if (state && isRight(state)) return true
      await wait(20)
    }
    return false
  }

  async #ends(ms: number): Promise<boolean> {
    const child = this.#child
    if (child) {
      if (child.exitCode !== null || child.signalCode !== null) return true
      const late = new AbortController()
      const ended = once(child, 'exit', { signal: late.signal }).then(
        () => true,
        () => false,
      )
      child.ref()
      const timer = setTimeout(() => late.abort(), ms)
      const result = await ended
      clearTimeout(timer)
      return result
    }
    const until = Date.now() + ms
    while (isAlive(this.#pid)) {
      if (Date.now() >= until) return false
      await wait(20)
    }
    return true
  }

  #signal(signal: NodeJS.Signals): void {
    try {
      process.kill(this.#pid, signal)
    } catch {
      // it has ended
    }
  }

  #kill(): void {
    killGroup(this.#pid)
  }

  #schedule(): void {
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#now(), lookMs)
  }

  #now(): Promise<void> {
    clearTimeout(this.#timer)
    this.#looking = this.#looking.then(() => this.#look())
    return this.#looking
  }

  /** Sees to it that it runs, and knows what it has to know. */
  async #look(): Promise<void> {
    const { control, log } = this.#options
    if (this.#isStopped) return
    try {
      const state = await control.state()
      // workers answer on where only the master was killed
      if (state && this.#isRunning()) {
        this.#silentSince = undefined
        this.#pauseMs = firstPauseMs
        await control.check(state.instance)
        this.#turnLog()
      } else if (!this.#isRunning() || this.#isSilentForTooLong()) await this.#startAgain()
    } catch (error) {
      log.error({ err: error }, 'nginx is still not running')
    }
    this.#schedule()
  }

  async #startAgain(): Promise<void> {
    await wait(this.#pauseMs)
    this.#pauseMs = Math.min(2 * this.#pauseMs, longestPauseMs)
    if (this.#isStopped) return
    this.#kill()
    await this.#ends(patienceMs)
    this.#silentSince = undefined
    await this.#begin()
    this.#options.log.warn('nginx was started again')
  }

  #isRunning(): boolean {
    return this.#child ? this.#child.exitCode === null && this.#child.signalCode === null : isAlive(this.#pid)
  }

  /** An nginx that can't be reached with purges mustn't go on serving. */
  #isSilentForTooLong(): boolean {
    this.#silentSince ??= Date.now()
    return Date.now() - this.#silentSince > patienceMs
  }

  #turnLog(): void {
    const file = join(this.#options.folders.run, 'error.log')
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size <= nginxLimits.log) return
    renameSync(file, `${file}.1`)
    this.#signal('SIGUSR1')
  }
}

/**
 * Binds ports for a moment, all at once so that two free ones differ; undefined is passed over.
 * @throws if one is taken
 */
async function tryPorts(host: string, ports: readonly (number | undefined)[]): Promise<(AddressInfo | undefined)[]> {
  const servers: Server[] = []
  try {
    const bound: (AddressInfo | undefined)[] = []
    for (const port of ports) {
      const server = port === undefined ? undefined : createServer().listen(port, host)
      if (server) await once(server, 'listening')
      if (server) servers.push(server)
      bound.push(server?.address() as AddressInfo | undefined)
    }
    return bound
  } finally {
    await Promise.all(servers.map((server) => once(server.close(), 'close')))
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function killGroup(pid: number): void {
  if (pid <= 1) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // there is none
  }
}

/** What nginx says is wrong, without the time and the process. */
function problemIn(text: string): string | undefined {
  return text
    .split('\n')
    .findLast((line) => line.includes('[emerg]'))
    ?.replace(/^.*\[emerg\] (?:\d+#\d+: )?/, '')
}

function lastProblem(file: string): string | undefined {
  try {
    return problemIn(readFileSync(file, 'utf8').slice(-4000))
  } catch {
    return undefined
  }
}
