import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/** Ends a connection so that the visitor sees it: with a reset, or without ending TLS (RFC 9112, section 9.8). */
export function breakOff(socket: Duplex): void {
  // a UNIX socket has no address and can't be reset
  const isTcp = socket instanceof Socket && !(socket instanceof TLSSocket) && socket.remoteAddress !== undefined
  if (isTcp) socket.resetAndDestroy()
  else socket.destroy()
}

/** Answers with a status only, and closes the connection. */
export function refuse(socket: Duplex, status: number): void {
  socket.end(headOf(status, STATUS_CODES[status] ?? '', ['Content-Length', '0', 'Connection', 'close']))
}

/** The head of an answer, byte by byte. */
export function headOf(status: number, message: string, lines: readonly string[]): Buffer {
  const text = lines.map((part, i) => (i % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join('')
  return Buffer.from(`HTTP/1.1 ${status} ${message}\r\n${text}\r\n`, 'latin1')
}
