import { once } from 'node:events'
import { connect } from 'node:net'
import type { FieldLines } from '../../cache/index.ts'
import { CutOff, type Message, MessageReader, valuesOf } from './messages.ts'
import type { Request, Visitor } from './plans.ts'

/** A visitor's request and what came of it. */
export interface Visit {
  readonly id: number
  readonly visitor: Visitor
  readonly request: Request
  /** Undefined where the connection ended without one. */
  readonly answer: Message | undefined
  /** When it began and ended, in the order of everything that happened. */
  readonly from: number
  readonly to: number
}

/** A connection of a visitor to the edge. */
export class VisitorConnection {
  readonly #reader: MessageReader
  readonly #write: (bytes: Buffer) => void
  readonly #isOpen: () => boolean

  private constructor(reader: MessageReader, write: (bytes: Buffer) => void, isOpen: () => boolean) {
    this.#reader = reader
    this.#write = write
    this.#isOpen = isOpen
  }

  static async open(port: number, { address }: Visitor): Promise<VisitorConnection> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: address, noDelay: true })
    await once(socket, 'connect')
    const reader = new MessageReader(socket)
    return new VisitorConnection(
      reader,
      (bytes) => void socket.write(bytes),
      () => socket.writable,
    )
  }

  /** Whether another request can be sent. */
  get isOpen(): boolean {
    return this.#isOpen()
  }

  /** Sends a request and waits for the whole answer; undefined where the connection ends without one. */
  async ask(request: Request, host: string): Promise<Message | undefined> {
    this.#write(bytesOf(request, host))
    try {
      for (;;) {
        const answer = await this.#reader.read((startLine) =>
          request.method === 'HEAD' || / (?:1\d\d|204|304) /.test(startLine.slice(8, 13)) ? 'none' : 'framed',
        )
        if (answer.startLine.startsWith('HTTP/1.1 1')) continue
        if (!answer.isWhole || valuesOf(answer.lines, 'connection').includes('close')) this.close()
        return answer
      }
    } catch (error) {
      if (error instanceof CutOff) return undefined
      throw error
    }
  }

  close(): void {
    this.#reader.close()
  }
}

/** In one packet, as programs send what is small. */
function bytesOf({ method, target, lines, body, framing }: Request, host: string): Buffer {
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${textOf(lines)}\r\n`, 'latin1')
  if (framing !== 'chunked') return Buffer.concat([head, body])
  const chunk = body.length > 0 ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')] : []
  return Buffer.concat([head, ...chunk, Buffer.from('0\r\n\r\n')])
}

function textOf(lines: FieldLines): string {
  let text = ''
  for (let i = 0; i < lines.length; i += 2) text += `${lines[i]}: ${lines[i + 1]}\r\n`
  return text
}
