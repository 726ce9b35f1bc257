import { Duplex } from 'node:stream'

/** One end of a connection. */
export interface ByteStream extends Duplex {
  /** How many bytes have arrived. */
  readonly bytesRead: number
}

/**
 * The two ends of a connection within this process: what is written to one can be read from the other. As a client's socket
 * does, the near one ends when the far one has ended.
 */
export function streamPair(): readonly [near: ByteStream, far: ByteStream] {
  const near = new StreamEnd({ allowHalfOpen: false })
  const far = new StreamEnd()
  near.join(far)
  far.join(near)
  return [near, far]
}

class StreamEnd extends Duplex implements ByteStream {
  bytesRead = 0
  #other: StreamEnd | undefined
  /** Lets the other end write more. */
  #release: (() => void) | undefined

  join(other: StreamEnd) {
    this.#other = other
  }

  override _read() {
    const release = this.#release
    this.#release = undefined
    release?.()
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void) {
    if (chunk.length === 0 || !this.#other) done()
    else this.#other.#receive(chunk, done)
  }

  override _final(done: () => void) {
    // this end may be destroyed, and the other with it, only once everything is read
    this.#other?.once('end', done).push(null)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#other?.destroy()
    done(error)
  }

  #receive(chunk: Buffer, release: () => void) {
    this.bytesRead += chunk.length
    this.#release = release
    this.push(chunk)
  }
}
