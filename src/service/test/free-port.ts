import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port on this machine that nobody listens on, for a program that can't take a free one itself. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
