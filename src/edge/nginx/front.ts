import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type Server } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { isActionName } from '../../contract/settings-actions.ts'
import { nginxLimits } from './limits.ts'
import type { ActionTimes } from '../control/action-times.ts'
import type { Problems } from '../control/problems.ts'
import type { SitesTable } from '../control/sites-table.ts'
import type { TrafficCounter } from '../control/traffic.ts'
import type { Certificates } from '../tls/certificates.ts'
import { type NginxConfiguration, nginxFolders } from './configuration.ts'
import { DiskRoom } from './disk-room.ts'
import { NginxControl, type PassedTraffic, trafficIn } from './control.ts'
import { NginxKeys } from './keys.ts'
import { RoomEvents } from './room-events.ts'
import { NginxCertificates } from './certificates.ts'
import { Nginx, type NginxAddresses } from './nginx.ts'
import { findNginx } from './program.ts'

/** The settings of the form with nginx in front. */
export interface NginxSettings {
  readonly dataDir: string
  /** What its cache may take on disk, in bytes. */
  readonly cacheBytes: number
  /** Worker processes; null for one for each core. */
  readonly workers: number | null
  /** The space that has to stay free on its disk, in bytes. */
  readonly leastFree?: number
}

interface FrontOptions {
  readonly settings: NginxSettings & Pick<NginxConfiguration, 'trustedProxies'>
  readonly sites: SitesTable
  /** Undefined where https isn't served. */
  readonly certificates: Certificates | undefined
  readonly problems: Problems
  readonly log: Logger
}

/** The longest path of a socket on Linux, in bytes. */
const longestSocketPath = 107

/** Everything about nginx that the edge has to do with. */
export class NginxFront {
  readonly keys: NginxKeys
  readonly room: DiskRoom
  readonly #settings: FrontOptions['settings']
  readonly #control: NginxControl
  readonly #log: Logger
  readonly #run: string
  #nginx: Nginx | undefined

  constructor({ settings, sites, certificates, problems, log }: FrontOptions) {
    this.#settings = settings
    this.#log = log
    const { run, cache } = nginxFolders(settings.dataDir)
    this.#run = run
    this.room = new DiskRoom(cache, settings.leastFree ?? nginxLimits.free / 2, problems)
    this.keys = new NginxKeys(sites, () => {
      if (this.#nginx) void this.#control.tell()
    })
    const known = certificates && new NginxCertificates(sites, certificates)
    this.#control = new NginxControl(join(this.#run, 'control.sock'), this.keys, known, log)
  }

  /**
   * Has the edge's server listen for nginx.
   * @throws where that can't be, above all because another edge does already
   */
  async listen(server: Server): Promise<void> {
    mkdirSync(this.#run, { recursive: true })
    const path = join(this.#run, 'node.sock')
    if (Buffer.byteLength(path) > longestSocketPath)
      throw new Error(`DATA_DIR has too long a path for a socket: ${path} has more than ${longestSocketPath} bytes.`)
    if (await isAnswered(path)) throw new Error(`another edge with nginx runs in ${this.#settings.dataDir}.`)
    rmSync(path, { force: true })
    // a socket of this kind refuses at once whom it has no room for
    server.listen({ path, backlog: 65_535 })
    await once(server, 'listening')
  }

  /**
   * Starts nginx, or takes over the one of an earlier process.
   * @param securePort for https; undefined for none
   * @returns where visitors reach it
   */
  async start(host: string, port: number, securePort: number | undefined): Promise<NginxAddresses> {
    const { dataDir, cacheBytes, workers, trustedProxies } = this.#settings
    const nginx = await Nginx.start({
      program: findNginx(),
      folders: nginxFolders(dataDir),
      host,
      port,
      securePort,
      cacheBytes,
      workers,
      trustedProxies,
      control: this.#control,
      log: this.#log,
    })
    this.#nginx = nginx
    await this.room.look()
    // what was purged before is of no use any more
    this.keys.renew()
    await this.#control.tell()
    return nginx
  }

  /** Tells those whose sites are cached of a full disk. */
  roomEvents(record: (hasRoom: boolean) => Promise<void>, now: () => number): RoomEvents {
    return new RoomEvents({ room: this.room, marker: join(this.#run, 'disk-full'), record, now })
  }

  /** Tells nginx which certificates there are now. */
  async tellCertificates(): Promise<void> {
    this.#control.changeCertificates()
    await this.#control.tell()
  }

  /** Host names that may lead elsewhere, or to sites with other certificates. */
  changeHosts(hostnames: readonly string[]): void {
    this.#control.changeCertificates()
    this.keys.changeHosts(hostnames)
  }

  /** Resolves once nginx knows what has changed, or can't be reached. */
  async changesArrived(): Promise<void> {
    await this.#control.tell()
  }

  /** Adds what nginx has counted. */
  async count(traffic: TrafficCounter, actionTimes: ActionTimes): Promise<void> {
    const add = (counted: readonly PassedTraffic[]) => {
      for (const one of counted) {
        traffic.countPassed(one.siteId, one)
        for (const action of one.actions) if (isActionName(action)) actionTimes.record(one.siteId, action)
      }
    }
    add(this.#leftOver())
    if (!this.#nginx) return
    try {
      add(await this.#control.counts())
    } catch (error) {
      this.#log.debug({ err: error }, "nginx can't be asked what it has counted")
    }
  }

  /** Has nginx serve those visitors that are here, for this long, ms. */
  async quit(graceMs: number): Promise<void> {
    await this.#nginx?.quit(graceMs)
    this.#nginx = undefined
    this.#control.close()
  }

  /** What workers had counted when they ended. */
  #leftOver(): readonly PassedTraffic[] {
    const file = join(this.#run, 'counts')
    if (!existsSync(file)) return []
    const taken = `${file}.taken`
    renameSync(file, taken)
    const counted = trafficIn(readFileSync(taken, 'utf8'))
    rmSync(taken)
    return counted
  }
}

async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
