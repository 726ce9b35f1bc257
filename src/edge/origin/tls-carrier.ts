import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/**
 * Carries TLS between a connection and Node, which doesn't tell whether the server ended TLS or only the connection. Here
 * the end of the connection is seen on its own: what comes before the server has said goodbye was cut off.
 */
export class TlsCarrier extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) socket.pause()
    })
    socket.once('end', () => this.push(null))
    socket.once('error', (error) => this.destroy(error))
    socket.once('close', () => this.destroy())
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
