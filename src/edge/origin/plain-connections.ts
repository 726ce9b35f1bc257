import type { Socket } from 'node:net'
import { originLimits } from './limits.ts'
import { LruMap } from '../../shared/lru-map.ts'
import { textOf } from '../cache/index.ts'
import type { OriginAnswer, OriginRequest } from './ask.ts'
import { PlainConnection, type Unread } from './plain-connection.ts'

/** The answer to a plain request, which may still be on its way. */
export interface PendingAnswer {
  readonly answer: Promise<OriginAnswer | Unread>
  /** Whether its connection had served another before, and may have been closing. */
  readonly isReused: boolean
}

/** Node's client refuses other targets, too. */
const targetSyntax = /^[!-~\x80-\xff]+$/

/** How many requests go through Node's client after an answer that wasn't plain: a server's answers are often alike. */
const requestsElsewhere = 100

/**
 * Connections to customers' servers for requests without a body, whose answers mostly have a known length. Node's client
 * takes several times the CPU time for these. What isn't plain is for it to read.
 */
export class PlainConnections {
  readonly #silenceMs: number
  readonly #open = new Map<string, number>()
  readonly #idle = new Map<string, PlainConnection[]>()
  readonly #connected = new Set<PlainConnection>()
  /** Servers whose answers aren't plain, with the number of requests that go through Node's client. */
  readonly #others = new LruMap<string, number>(originLimits.others)
  #openInAll = 0

  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs
  }

  /**
   * Sends a GET.
   * @param name of the server
   * @returns undefined where it has to go through Node's client
   */
  ask(name: string, wanted: OriginRequest, dial: () => Promise<Socket>): PendingAnswer | undefined {
    const left = this.#others.get(name)
    if (left !== undefined) {
      if (left > 1) this.#others.set(name, left - 1)
      else this.#others.delete(name)
      return undefined
    }
    const lines = textOf(wanted.lines)
    if (lines === undefined || !targetSyntax.test(wanted.target)) return undefined
    const request = `GET ${wanted.target} HTTP/1.1\r\n${lines}Connection: keep-alive\r\n\r\n`
    const idle = this.#idle.get(name)
    for (let connection = idle?.pop(); connection; connection = idle?.pop()) {
      if (connection.isGood) return { answer: this.#answer(name, connection.ask(wanted, request)), isReused: true }
      connection.destroy()
    }
    const open = this.#open.get(name) ?? 0
    if (open >= originLimits.plain || this.#openInAll >= originLimits.plainInAll) return undefined
    this.#count(name, 1)
    const connected = this.#connect(name, dial)
    const answer = connected.then((connection) => this.#answer(name, connection.ask(wanted, request)))
    return { answer, isReused: false }
  }

  destroy(): void {
    for (const connection of this.#connected) connection.destroy()
  }

  async #connect(name: string, dial: () => Promise<Socket>): Promise<PlainConnection> {
    const socket = await dial().catch((error: unknown) => {
      this.#count(name, -1)
      throw error
    })
    const connection = new PlainConnection(socket, this.#silenceMs, () => {
      const idle = this.#idle.get(name)
      if (idle) idle.push(connection)
      else this.#idle.set(name, [connection])
    })
    this.#connected.add(connection)
    socket.once('close', () => {
      this.#connected.delete(connection)
      const idle = this.#idle.get(name)?.filter((other) => other !== connection) ?? []
      if (idle.length > 0) this.#idle.set(name, idle)
      else this.#idle.delete(name)
      this.#count(name, -1)
    })
    return connection
  }

  async #answer(name: string, answer: Promise<OriginAnswer | Unread>): Promise<OriginAnswer | Unread> {
    const given = await answer
    if ('received' in given) this.#others.set(name, requestsElsewhere)
    return given
  }

  #count(name: string, more: number): void {
    const open = (this.#open.get(name) ?? 0) + more
    this.#openInAll += more
    if (open > 0) this.#open.set(name, open)
    else this.#open.delete(name)
  }
}
