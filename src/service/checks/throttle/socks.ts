import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'

/** RFC 1928, section 6. */
export const replies = {
  succeeded: 0,
  generalFailure: 1,
  notAllowed: 2,
  hostUnreachable: 4,
  connectionRefused: 5,
  commandNotSupported: 7,
} as const

/** A reply to a request. Its address is zero: a client that connects doesn't use it. */
export function reply(code: number): Buffer {
  return Buffer.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0)
}

export interface SocksRequest {
  /** 1 is CONNECT. */
  readonly command: number
  /** A host name or an IP address. */
  readonly host: string
  readonly port: number
}

/** RFC 1928, section 3: the version, and the client's authentication methods. */
export async function readGreeting(socket: Socket): Promise<void> {
  const [version, methods] = await read(socket, 2)
  if (version !== 5) throw new Error('not SOCKS5')
  await read(socket, methods ?? 0)
}

/** RFC 1928, section 4. */
export async function readRequest(socket: Socket): Promise<SocksRequest> {
  const [version, command = 0, , addressType] = await read(socket, 4)
  if (version !== 5) throw new Error('not SOCKS5')
  const host = await readHost(socket, addressType)
  const port = (await read(socket, 2)).readUInt16BE()
  return { command, host, port }
}

async function readHost(socket: Socket, addressType: number | undefined): Promise<string> {
  if (addressType === 1) return ipaddr.fromByteArray([...(await read(socket, 4))]).toString()
  if (addressType === 4) return ipaddr.fromByteArray([...(await read(socket, 16))]).toString()
  if (addressType !== 3) throw new Error('unknown address type')
  const length = (await read(socket, 1))[0] ?? 0
  return (await read(socket, length)).toString('latin1')
}

/** Reads exactly `length` bytes and leaves the rest in the socket. */
export async function read(socket: Socket, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0)
  for (;;) {
    const data: unknown = socket.read(length)
    if (Buffer.isBuffer(data) && data.length === length) return data
    if (data !== null || socket.readableEnded || socket.destroyed) throw new Error('closed too early')
    await readable(socket)
  }
}

function readable(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const events = ['readable', 'end', 'close'] as const
  const done = () => {
    for (const event of events) socket.off(event, done)
    resolve()
  }
  for (const event of events) socket.on(event, done)
  return promise
}
