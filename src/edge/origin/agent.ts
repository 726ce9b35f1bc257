import { Agent, type ClientRequestArgs } from 'node:http'
import { Duplex } from 'node:stream'
import { originLimits } from './limits.ts'
import type { Origin } from '../control/site.ts'
import type { OriginRequest } from './ask.ts'
import { type DialOptions, dialOrigin, failureFrom } from './dial.ts'
import { PlainConnections, type PendingAnswer } from './plain-connections.ts'

/** The options of a request, with the origin that it goes to. */
export interface OriginRequestArgs extends ClientRequestArgs {
  readonly origin: Origin
}

type ConnectCallback = (error: Error | null, stream: Duplex) => void

/** Keeps connections to customers' servers open for the next request. */
export class OriginAgent extends Agent {
  readonly #dial: DialOptions
  readonly #plain: PlainConnections
  /** How long an origin may be silent, ms. */
  readonly silenceMs: number

  constructor(dial: DialOptions, silenceMs: number = originLimits.silence) {
    const { connections, spare, connectionsInAll, plain, plainInAll } = originLimits
    super({
      keepAlive: true,
      maxSockets: connections - plain,
      maxFreeSockets: spare,
      maxTotalSockets: connectionsInAll - plainInAll,
      scheduling: 'lifo',
    })
    this.#dial = dial
    this.silenceMs = silenceMs
    this.#plain = new PlainConnections(silenceMs)
  }

  /** Sends a request without a body. @returns undefined where it has to go through Node's client */
  askPlainly(wanted: OriginRequest): PendingAnswer | undefined {
    const { origin } = wanted
    return this.#plain.ask(nameOf(origin), wanted, () => dialOrigin(origin, this.#dial))
  }

  override destroy(): void {
    this.#plain.destroy()
    super.destroy()
  }

  /** Connections are shared only by requests for one site, and where the server, the port and what TLS checks are the same. */
  override getName(options?: OriginRequestArgs): string {
    return options ? nameOf(options.origin) : ''
  }

  override createConnection(options: OriginRequestArgs, callback?: ConnectCallback): undefined {
    void this.#connect(options.origin, callback)
  }

  async #connect(origin: Origin, callback: ConnectCallback | undefined): Promise<void> {
    try {
      const socket = await dialOrigin(origin, this.#dial, true)
      callback?.(null, socket)
    } catch (error) {
      // Node looks at the error first, and then not at the stream
      callback?.(failureFrom(error), new Duplex())
    }
  }
}

function nameOf({ siteId, server, port, https, checkCertificate, hostname }: Origin): string {
  return `${siteId} ${server}:${port}${https ? `:tls:${checkCertificate}:${hostname}` : ''}`
}
