import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { visitorLimits } from './limits.ts'
import type { Backlog, Waiting } from './backlog.ts'

/** Counts what the streams of a connection with HTTP/2 were given and haven't sent: the visitor says when they may. */
export class Http2Unsent implements Waiting {
  readonly #socket: TLSSocket
  readonly #session: ServerHttp2Session
  readonly #backlog: Backlog
  readonly #sizes = new Map<ServerHttp2Stream, number>()
  #size = 0

  constructor(socket: TLSSocket, session: ServerHttp2Session, backlog: Backlog) {
    this.#socket = socket
    this.#session = session
    this.#backlog = backlog
  }

  get sent(): number {
    return this.#socket.bytesWritten
  }

  /** Whether so much is unsent that no more than has to should be added. */
  get isCrowded(): boolean {
    return this.#size > visitorLimits.unsent
  }

  /** Looks how much of a stream is unsent now. */
  look(stream: ServerHttp2Stream): void {
    const size = stream.destroyed ? 0 : stream.writableLength
    this.#size += size - (this.#sizes.get(stream) ?? 0)
    if (size === 0) this.#sizes.delete(stream)
    else this.#sizes.set(stream, size)
    this.#backlog.set(this, this.#size)
  }

  drop(): void {
    this.#sizes.clear()
    this.#size = 0
    this.#backlog.set(this, 0)
    this.#session.destroy()
  }
}
