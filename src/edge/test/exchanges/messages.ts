import type { Socket } from 'node:net'
import type { FieldLines } from '../../cache/index.ts'

/** An HTTP/1.1 message as it came, byte by byte. Text is Latin-1. */
export interface Message {
  readonly startLine: string
  readonly lines: FieldLines
  readonly body: Buffer
  /** Whether the body came to the end that its framing announces. */
  readonly isWhole: boolean
}

/** The connection ended before the message did. */
export class CutOff extends Error {}

/** Reads messages from a connection, and nothing else: no parser that this project or Node has is trusted here. */
export class MessageReader {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #end: 'open' | 'ended' | 'broken' = 'open'
  #wake: () => void = () => undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    socket.on('end', () => this.#finish('ended'))
    socket.on('error', () => this.#finish('broken'))
    socket.on('close', () => this.#finish('broken'))
  }

  #finish(end: 'ended' | 'broken'): void {
    // a reset may follow an end
    if (this.#end === 'open') this.#end = end
    this.#wake()
  }

  /** Whether nothing of another message has come. */
  get isAtRest(): boolean {
    return this.#received.length === 0
  }

  /** The next message. @throws {CutOff} if the connection ends before or within its head */
  async read(bodyOf: (startLine: string, fields: ReadonlyMap<string, string>) => 'none' | 'framed'): Promise<Message> {
    const head = await this.#until('\r\n\r\n')
    const [startLine = '', ...rest] = head.split('\r\n')
    const lines = rest.flatMap((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).replaceAll(/^[ \t]+|[ \t]+$/g, '')]
    })
    const fields = new Map<string, string>()
    for (let i = 0; i < lines.length; i += 2) fields.set((lines[i] ?? '').toLowerCase(), lines[i + 1] ?? '')
    const parts: Buffer[] = []
    let isWhole = true
    try {
      if (bodyOf(startLine, fields) === 'framed') await this.#body(startLine, fields, parts)
    } catch (error) {
      if (!(error instanceof CutOff)) throw error
      isWhole = false
    }
    return { startLine, lines, body: Buffer.concat(parts), isWhole }
  }

  async #body(startLine: string, fields: ReadonlyMap<string, string>, parts: Buffer[]): Promise<void> {
    const length = fields.get('content-length')
    if (fields.has('transfer-encoding')) {
      for (;;) {
        const size = Number.parseInt(await this.#until('\r\n'), 16)
        if (!(size >= 0)) throw new CutOff('no chunk')
        if (size === 0) break
        await this.#take(size, parts)
        if ((await this.#until('\r\n')) !== '') throw new CutOff('no end of a chunk')
      }
      while ((await this.#until('\r\n')) !== '');
    } else if (length !== undefined) await this.#take(Number(length), parts)
    else if (startLine.startsWith('HTTP/')) {
      while (this.#end === 'open') await this.#more()
      parts.push(this.#received)
      this.#received = Buffer.alloc(0)
      if (this.#end === 'broken') throw new CutOff('reset')
    }
  }

  async #until(end: string): Promise<string> {
    for (;;) {
      const at = this.#received.indexOf(end)
      if (at !== -1) {
        const text = this.#received.toString('latin1', 0, at)
        this.#received = this.#received.subarray(at + end.length)
        return text
      }
      if (this.#end !== 'open') throw new CutOff('the connection ended')
      await this.#more()
    }
  }

  /** Takes so many bytes, or those that come until the end. */
  async #take(length: number, parts: Buffer[]): Promise<void> {
    while (this.#received.length < length && this.#end === 'open') await this.#more()
    parts.push(this.#received.subarray(0, length))
    const isThere = this.#received.length >= length
    this.#received = this.#received.subarray(length)
    if (!isThere) throw new CutOff('the connection ended')
  }

  async #more(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    await promise
  }

  close(): void {
    this.#socket.destroy()
  }
}

/** The values of a field, one for each line. */
export function valuesOf(lines: FieldLines, name: string): string[] {
  return lines.filter((_, i) => i % 2 === 1 && (lines[i - 1] ?? '').toLowerCase() === name)
}

/** The lines as `name: value`, with names in lower case. */
export function linesOf(lines: FieldLines): { readonly name: string; readonly value: string }[] {
  return Array.from({ length: lines.length >> 1 }, (_, i) => ({
    name: (lines[2 * i] ?? '').toLowerCase(),
    value: lines[2 * i + 1] ?? '',
  }))
}
