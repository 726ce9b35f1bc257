import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * How a way to a server can break. `stalled`: nothing passes, and all of it arrives later. `swallowed`: nothing passes,
 * and what was sent is lost. `mute`, `deaf`: so it is in one direction. `halved`: it breaks in the middle of an answer.
 * `reset`, `closed`: connections end at once, without and with a farewell.
 */
export const cuts = ['stalled', 'swallowed', 'mute', 'deaf', 'halved', 'reset', 'closed'] as const
export type Cut = (typeof cuts)[number]

export interface Relay {
  readonly port: number
  cut(how: Cut): void
  /** Lets new connections pass again. */
  restore(): void
  stop(): void
}

/** Bytes of an answer that pass before it breaks. */
const halfAnswer = 40

/** A way to a server on this machine that can break. */
export async function startRelay(serverPort: number): Promise<Relay> {
  let state: Cut | 'whole' = 'whole'
  const pairs = new Set<readonly [Socket, Socket]>()
  const relay = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1')
    const pair = [client, server] as const
    pairs.add(pair)
    for (const [i, socket] of pair.entries()) {
      const other = pair[1 - i]
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        other?.destroy()
        pairs.delete(pair)
      })
      socket.on('data', (bytes: Buffer) => void other?.write(bytes))
    }
    if (state !== 'whole') breakPair(pair, state)
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const { port } = relay.address() as AddressInfo
  return {
    port,
    cut(how) {
      state = how
      for (const pair of pairs) breakPair(pair, how)
    },
    restore() {
      const was = state
      state = 'whole'
      // the others stay as they are: nothing tells a program that its connection is of no use any more
      if (was === 'stalled') for (const socket of [...pairs].flat()) socket.resume()
    },
    stop() {
      relay.close()
      for (const socket of [...pairs].flat()) socket.destroy()
    },
  }
}

function breakPair([client, server]: readonly [Socket, Socket], how: Cut): void {
  const swallow = (socket: Socket) => void socket.removeAllListeners('data').resume()
  switch (how) {
    case 'stalled':
      client.pause()
      server.pause()
      break
    case 'swallowed':
      swallow(client)
      swallow(server)
      break
    case 'mute':
      swallow(server)
      break
    case 'deaf':
      swallow(client)
      break
    case 'halved':
      server.removeAllListeners('data').once('data', (bytes: Buffer) => {
        client.write(bytes.subarray(0, halfAnswer))
        server.resume()
      })
      break
    case 'reset':
      client.resetAndDestroy()
      server.destroy()
      break
    case 'closed':
      client.destroy()
      server.destroy()
  }
}
