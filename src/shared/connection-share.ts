import type { Server } from 'node:net'
import { networkOf } from './client-address.ts'

interface Share {
  /** How many connections one address may have open. */
  readonly max: number
  /** Who may have more: those that connect for many others. */
  readonly isExempt: (address: string) => boolean
}

/** Closes what an address opens beyond its share, so that no client can take all connections of the server. */
export function shareConnections(server: Server, { max, isExempt }: Share): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    // gone already, or a UNIX socket
    if (address === undefined || isExempt(address)) return
    const network = networkOf(address)
    const count = (open.get(network) ?? 0) + 1
    if (count > max) {
      socket.destroy()
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
