import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { v7 as uuid } from 'uuid'
import { headers } from '../../contract/index.ts'

/** Answers malformed HTTP as any other error: with a sentence and a request id. */
export function answerBrokenRequests(server: Pick<Server, 'on'>): void {
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
    const body = JSON.stringify({ error: tooLarge ? 'The headers are too large.' : 'The request is not valid HTTP.' })
    const lines = [
      tooLarge ? 'HTTP/1.1 413 Content Too Large' : 'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${headers.requestId}: ${uuid()}`,
      'Connection: close',
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  })
}
