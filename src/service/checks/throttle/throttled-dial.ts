import type { Dial } from '../../../shared/guard/index.ts'
import { type ByteStream, streamPair } from './stream-pair.ts'
import type { Throttle } from './throttle.ts'

/** Connects with a throttling, within this process. */
export function throttledDial(dial: Dial, throttle: Throttle): Dial<ByteStream> {
  return async (host, port, signal) => {
    const { socket, dns, connect } = await dial(host, port, signal)
    // until it's connected, nobody else would notice that it breaks
    socket.on('error', () => undefined)
    const began = performance.now()
    try {
      const connection = await throttle.open(connect, signal)
      const [near, far] = streamPair()
      far.on('close', () => socket.destroy())
      throttle.connect(far, socket, connection)
      return { socket: near, dns, connect: connect + performance.now() - began }
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
}
