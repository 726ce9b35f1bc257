import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { breakOff, refuse } from './break-off.ts'

type Lines = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** An answer that Node writes, byte by byte as it was given, and that shows where it breaks off. */
export class NodeResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  readonly isCrowded = false
  #hasLength = false
  /** Bytes that the connection had sent before. */
  #sentBefore = 0

  /**
   * Once Node has seen a length, it reads the characters of Content-Disposition as UTF-8, and refuses them or sends others;
   * so the length goes last.
   */
  override writeHead(status: number, message?: string | Lines, lines?: Lines): this {
    this.#sentBefore = this.socket?.bytesWritten ?? 0
    if (typeof message !== 'string' || !Array.isArray(lines)) return super.writeHead(status)
    const at = lines.findIndex((name, i) => i % 2 === 0 && String(name).toLowerCase() === 'content-length')
    this.#hasLength = at !== -1
    const last = at === -1 ? lines : [...lines.slice(0, at), ...lines.slice(at + 2), ...lines.slice(at, at + 2)]
    return super.writeHead(status, message, last)
  }

  get sent(): number {
    const { socket } = this
    return socket ? socket.bytesWritten - socket.writableLength : 0
  }

  breakOff(): void {
    if (this.socket) breakOff(this.socket)
    else super.destroy()
  }

  override destroy(error?: Error): this {
    const { socket } = this
    if (!socket || socket.destroyed || !this.headersSent || this.writableEnded) return super.destroy(error)
    if (this.#hasLength || this.chunkedEncoding) {
      // the head, if it waits
      this.write(nothing)
      socket.destroySoon()
    } else if (socket.bytesWritten === this.#sentBefore) refuse(socket, 502)
    // the end of the connection would be that of the body
    else breakOff(socket)
    return this
  }
}

const nothing = Buffer.alloc(0)
