import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Logger } from 'pino'
import { nginxLimits } from './limits.ts'
import type { NginxCertificates } from './certificates.ts'
import type { NginxKeys } from './keys.ts'

/** What an nginx says about itself. */
export interface NginxState {
  /** Different after each start. */
  readonly instance: string
  /** The version of its configuration. */
  readonly version: string
  /** The id of its master process. */
  readonly pid: number
}

/** What nginx has counted of a site. */
export interface PassedTraffic {
  readonly siteId: string
  readonly requests: number
  readonly bytes: number
  /** How many of the requests nginx answered itself. */
  readonly hits: number
  /** The actions that acted on them. */
  readonly actions: readonly string[]
}

/** Bytes sent at a time; nginx has room for more. */
const batchBytes = 512 * 1024

/** Talks to nginx on its control socket. */
export class NginxControl {
  readonly #socketPath: string
  readonly #keys: NginxKeys
  readonly #certificates: NginxCertificates | undefined
  readonly #log: Logger
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** The instance that knows everything except recent changes; undefined if there is none. */
  #told: string | undefined
  #telling: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #areCertificatesNew = false
  #isClosed = false

  constructor(socketPath: string, keys: NginxKeys, certificates: NginxCertificates | undefined, log: Logger) {
    this.#socketPath = socketPath
    this.#keys = keys
    this.#certificates = certificates
    this.#log = log
  }

  /** Asks nginx about itself; undefined where there is none. */
  async state(): Promise<NginxState | undefined> {
    try {
      const { status, text } = await this.#ask('/state')
      const [instance = '', version = '', pid] = text.split(' ')
      return status === 200 ? { instance, version, pid: Number(pid) } : undefined
    } catch {
      return undefined
    }
  }

  /** Sends nginx the present certificates along with the next changes. */
  changeCertificates(): void {
    this.#areCertificatesNew = true
  }

  /** Sends nginx what has changed, or everything if it has just started. Resolves once it knows, or can't be reached. */
  tell(): Promise<void> {
    // one round at a time; changes during a round go into the next
    this.#next ??= this.#telling.then(() => {
      this.#next = undefined
      this.#telling = this.#tellNow()
      return this.#telling
    })
    return this.#next
  }

  /** Sends everything again if nginx isn't the instance that knows it. */
  async check(instance: string): Promise<void> {
    if (instance !== this.#told) await this.tell()
  }

  /** Takes what nginx has counted. */
  async counts(): Promise<readonly PassedTraffic[]> {
    const traffic: PassedTraffic[] = []
    for (;;) {
      const { text } = await this.#ask('/counts')
      const lines = trafficIn(text)
      if (lines.length === 0) return traffic
      traffic.push(...lines)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#agent.destroy()
  }

  async #tellNow(): Promise<void> {
    if (this.#isClosed) return
    try {
      // a second time for one that has just started, or has no room for more purges
      for (let attempt = 0; attempt < 3; attempt++) {
        const instance = this.#told ?? (await this.state())?.instance
        if (instance === undefined) return
        const all = this.#told === undefined
        const lines = this.#keys.take(all)
        if (all || this.#areCertificatesNew) lines.push(...(this.#certificates?.take(all) ?? []))
        this.#areCertificatesNew = false
        const status = await this.#send(instance, lines)
        this.#told = status === 204 ? instance : undefined
        if (status === 204) return
        if (status === 507) this.#keys.renew()
      }
      this.#log.error("nginx doesn't take what it has to know; visitors are served without its cache")
    } catch (error) {
      this.#told = undefined
      this.#log.debug({ err: error }, "nginx can't be told what has changed")
    }
  }

  async #send(instance: string, lines: readonly string[]): Promise<number> {
    let batch = ''
    for (const line of lines) {
      batch += `${line}\n`
      if (batch.length < batchBytes) continue
      const { status } = await this.#ask('/apply', batch, instance)
      if (status !== 204) return status
      batch = ''
    }
    return batch === '' ? 204 : (await this.#ask('/apply', batch, instance)).status
  }

  async #ask(path: string, body?: string, instance = ''): Promise<{ status: number; text: string }> {
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const asked = request({
      socketPath: this.#socketPath,
      agent: this.#agent,
      method: bytes ? 'POST' : 'GET',
      path,
      headers: { Host: 'control', ...(bytes ? { 'Content-Length': bytes.length, 'Edge-Instance': instance } : {}) },
      signal: AbortSignal.timeout(nginxLimits.control),
    })
    asked.end(bytes)
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk)
    return { status: response.statusCode ?? 0, text }
  }
}

/** Reads what nginx has counted, a line for each site and worker. */
export function trafficIn(text: string): PassedTraffic[] {
  return text.split('\n').flatMap((line) => {
    const [siteId = '', requests, bytes, hits, actions = ''] = line.split(' ')
    if (siteId === '') return []
    const numbers = { requests: Number(requests), bytes: Number(bytes), hits: Number(hits) }
    return [{ siteId, ...numbers, actions: actions.split(/[+,]/).filter((action) => action !== '' && action !== '-') }]
  })
}
