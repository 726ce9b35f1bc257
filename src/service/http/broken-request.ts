import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { v7 as uuid } from 'uuid'
import { headers } from '../../contract/index.ts'

const badRequest = { status: '400 Bad Request', sentence: 'The request is not valid HTTP.' }
const replies = new Map<string | undefined, typeof badRequest>([
  ['HPE_HEADER_OVERFLOW', { status: '413 Content Too Large', sentence: 'The headers are too large.' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: '408 Request Timeout', sentence: 'The request took too long to arrive.' }],
])

/** Answers malformed HTTP like any other error: with a sentence and a request id. */
export function answerBrokenRequests(server: Pick<Server, 'on'>): void {
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const { status, sentence } = replies.get(error.code) ?? badRequest
    const body = JSON.stringify({ error: sentence })
    const lines = [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${headers.requestId}: ${uuid()}`,
      'Connection: close',
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  })
}
