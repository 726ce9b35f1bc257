import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/**
 * A connection on which a request has been sent and a part of the answer has come, for Node's client: it gets that part
 * as if it came now, and what it sends itself goes nowhere.
 */
export class ReplayedConnection extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket, received: Buffer) {
    super()
    this.#socket = socket
    // what Node doesn't listen to any more is nobody's business
    this.on('error', () => undefined)
    this.push(received)
    socket.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) socket.pause()
    })
    socket.once('end', () => this.push(null))
    socket.on('timeout', () => this.emit('timeout'))
    socket.once('error', (error) => this.destroy(error))
    socket.once('close', () => this.destroy())
  }

  setTimeout(ms: number): this {
    this.#socket.setTimeout(ms)
    return this
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(_chunk: Buffer, _encoding: string, done: () => void): void {
    done()
  }

  /** Node has read the answer, and leaves the connection: it knows of no one else who could use it. */
  override _final(done: () => void): void {
    this.#socket.destroy()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    // as with a connection, those who were just given the answer hear of it
    setImmediate(done, error)
  }
}
