import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'

type Lines = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * An answer that Node writes, byte by byte as it was given. Once Node has seen a length, it reads the characters of
 * Content-Disposition as UTF-8, and refuses them or sends others; so the length goes last.
 */
export class NodeResponse extends ServerResponse {
  override writeHead(status: number, message?: string | Lines, lines?: Lines): this {
    if (typeof message !== 'string') return super.writeHead(status, message)
    return super.writeHead(status, message, Array.isArray(lines) ? lengthLast(lines) : lines)
  }
}

function lengthLast(lines: OutgoingHttpHeader[]): OutgoingHttpHeader[] {
  const at = lines.findIndex((name, i) => i % 2 === 0 && String(name).toLowerCase() === 'content-length')
  return at === -1 ? lines : [...lines.slice(0, at), ...lines.slice(at + 2), ...lines.slice(at, at + 2)]
}
