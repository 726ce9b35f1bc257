import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { FieldLines } from '../../cache/index.ts'
import { CutOff, MessageReader, valuesOf } from './messages.ts'
import type { Answer, Request } from './plans.ts'

/** What the origin received and answered. */
export interface Exchange {
  readonly id: number
  readonly request: Request
  /** The visitor's, as the edge said. */
  readonly address: string
  readonly answer: Answer
  /** Whether the request's body came to its end. */
  readonly isWhole: boolean
  /** Its place in the order of everything that happened. */
  readonly at: number
}

/** A server that answers as planned, byte by byte. */
export async function startOrigin(answerTo: (request: Request, address: string, isWhole: boolean) => Exchange) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay().on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    serve(socket, answerTo).catch((error: unknown) => {
      socket.destroy()
      if (!(error instanceof CutOff)) throw error
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function serve(
  socket: Socket,
  answerTo: (request: Request, address: string, isWhole: boolean) => Exchange,
): Promise<void> {
  const reader = new MessageReader(socket)
  for (;;) {
    const { startLine, lines, body, isWhole } = await reader.read((_, fields) =>
      fields.has('content-length') || fields.has('transfer-encoding') ? 'framed' : 'none',
    )
    const [method = '', target = ''] = startLine.split(' ')
    const framing = valuesOf(lines, 'transfer-encoding').length > 0 ? 'chunked' : body.length > 0 ? 'length' : 'none'
    const address = valuesOf(lines, 'x-forwarded-for').at(-1)?.split(',').at(-1)?.trim() ?? ''
    const { id, answer } = answerTo({ method, target, lines, body, framing }, address, isWhole)
    if (!send(socket, id, answer)) return
  }
}

/** @returns whether the connection can be used again */
function send(socket: Socket, id: number, answer: Answer): boolean {
  const { status, lines, body, framing, ending, hints } = answer
  if (hints) socket.write(`HTTP/1.1 103 Early Hints\r\n${textOf(hints)}\r\n`, 'latin1')
  socket.write(`HTTP/1.1 ${status} Answer \u00e9\r\n${textOf(lines)}\r\n`, 'latin1')
  const isWhole = ending === 'whole' || ending === 'followed'
  const sent = isWhole ? body : body.subarray(0, Math.floor(body.length / 2))
  if (framing !== 'chunked') socket.write(sent)
  else {
    const middle = Math.floor(sent.length / 2)
    for (const chunk of [sent.subarray(0, middle), sent.subarray(middle)])
      if (chunk.length > 0)
        socket.write(Buffer.concat([Buffer.from(`${chunk.length.toString(16)};x="y"\r\n`), chunk, crlf]))
    if (isWhole) socket.write('0\r\n\r\n')
  }
  if (ending === 'followed') {
    const unasked = `nobody asked for this after ${id}`
    socket.write(`HTTP/1.1 200 OK\r\nX-Answer: unasked\r\nContent-Length: ${unasked.length}\r\n\r\n${unasked}`)
  }
  if (ending === 'reset') setImmediate(() => socket.resetAndDestroy())
  else if (ending === 'closed' || framing === 'close') socket.end()
  return ending !== 'reset' && ending !== 'closed' && framing !== 'close'
}

const crlf = Buffer.from('\r\n')

function textOf(lines: FieldLines): string {
  let text = ''
  for (let i = 0; i < lines.length; i += 2) text += `${lines[i]}: ${lines[i + 1]}\r\n`
  return text
}
