import type { TLSSocket } from 'node:tls'
import { expect } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import type { TestEdge } from './edge.ts'
import { handshake } from './tls.ts'

/** Types of frames (RFC 9113, section 6). */
export const frames = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, windowUpdate: 8, continuation: 9 } as const

interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

export function frame(type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** Fields without compression (RFC 7541, section 6.2.2). */
export function fieldBlock(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  const text = (value: string) => {
    if (value.length >= 127) throw new Error('A text is too long for its length to take one byte.')
    return Buffer.concat([Buffer.of(value.length), Buffer.from(value, 'latin1')])
  }
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]))
}

const pseudo = [
  [':method', 'GET'],
  [':scheme', 'https'],
  [':authority', 'www.site.example'],
  [':path', '/'],
] as const

/** A request without a body, all in one frame. Pseudo-header fields that are given replace the usual ones. */
export function requestFrame(stream: number, fields: readonly (readonly [string, string])[], ends = true): Buffer {
  const given = new Set(fields.map(([name]) => name))
  const all = [...pseudo.filter(([name]) => !given.has(name)), ...fields]
  return frame(frames.headers, ends ? 5 : 4, stream, fieldBlock(all))
}

/** A visitor's connection with HTTP/2, frame by frame. */
export async function rawHttp2(edge: Pick<TestEdge, 'httpsPort'>) {
  const socket: TLSSocket = await handshake(edge, 'www.site.example', { ALPNProtocols: ['h2'] })
  let received = Buffer.alloc(0)
  let isClosed = false
  socket.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])))
  // how a connection ends that the edge gives up
  socket.on('error', () => undefined)
  socket.once('close', () => (isClosed = true))
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  socket.write(frame(frames.settings, 0, 0))
  const all = (): readonly Frame[] => {
    const found: Frame[] = []
    for (let at = 0; at + 9 <= received.length;) {
      const end = at + 9 + received.readUIntBE(at, 3)
      if (end > received.length) break
      const [type = 0, flags = 0] = received.subarray(at + 3, at + 5)
      const stream = received.readUInt32BE(at + 5) & 0x7fffffff
      found.push({ type, flags, stream, payload: received.subarray(at + 9, end) })
      at = end
    }
    return found
  }
  return {
    socket,
    write: (bytes: Buffer) => void socket.write(bytes),
    /** The first frame of a type on a stream. */
    first: (type: number, stream: number) =>
      waitFor(() => {
        const found = all().find((one) => one.type === type && one.stream === stream)
        if (!found) throw new Error('There is no such frame yet.')
        return found
      }, 5),
    /** What has come of the body of an answer. */
    body: (stream: number) =>
      Buffer.concat(all().flatMap((one) => (one.type === frames.data && one.stream === stream ? [one.payload] : []))),
    /** Waits for the first frames that answer a request: its head, or that it's reset. */
    answered: (stream: number) =>
      waitFor(() => {
        const found = all().find(
          (one) => one.stream === stream && (one.type === frames.headers || one.type === frames.reset),
        )
        if (!found) throw new Error('There is no answer yet.')
        return found
      }, 5),
    closed: () => waitFor(() => expect(isClosed).toBe(true), 5),
  }
}
