import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'

/** A visitor's connection, byte by byte. */
export interface Raw {
  readonly socket: Socket
  readonly write: (text: string) => void
  /** Everything received, once this many answers are there. */
  readonly answers: (count: number) => Promise<string>
  /** Everything received after so many bytes, once it ends so. */
  readonly until: (end: string | RegExp, from?: number) => Promise<string>
}

/** Connects to an edge. */
export async function raw(port: number): Promise<Raw> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  socket.setEncoding('latin1').on('data', (text) => (received += String(text)))
  socket.on('error', () => undefined)
  return {
    socket,
    write: (text) => void socket.write(text, 'latin1'),
    answers: (count) =>
      waitFor(() => {
        const heads = [...received.matchAll(/HTTP\/1\.1 \d{3} /g)]
        const last = received.slice(heads[count - 1]?.index)
        const length = Number(/content-length: (\d+)/i.exec(last)?.[1] ?? 0)
        expect(heads.length).toBe(count)
        expect(last.length - last.indexOf('\r\n\r\n') - 4).toBe(last.startsWith('HTTP/1.1 304') ? 0 : length)
        return received
      }, 5),
    until: (end, from = 0) =>
      waitFor(() => {
        const rest = received.slice(from)
        expect(typeof end === 'string' ? rest.slice(-end.length) : rest).toMatch(end)
        return rest
      }, 5),
  }
}

/** A plain request. */
export const get = (path: string, host: string, ...lines: string[]) =>
  `GET ${path} HTTP/1.1\r\n${[`Host: ${host}`, ...lines].join('\r\n')}\r\n\r\n`
