import { isAscii } from 'node:buffer'
import { Readable } from 'node:stream'
import { HttpError, invalid } from '../api/errors.ts'
import { parseJson } from './json.ts'
import { requestLimits } from './limits.ts'
import { nest, parseText } from './text.ts'

/**
 * A request's bytes. `incoming` is the request on its socket: a GET can bring a body too, which fetch's Request leaves out.
 * @throws {HttpError} 413
 */
export function bytesOf(request: Request, incoming?: object): Promise<Uint8Array<ArrayBuffer>> {
  return request.method === 'GET' || request.method === 'HEAD' ? bytesOfGet(request, incoming) : bytesSent(request)
}

async function bytesSent(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (!request.headers.has('content-length')) return collect(request.body ?? [])
  checkLength(Number(request.headers.get('content-length')))
  // faster than a stream, and the socket's reader holds it to that length
  return new Uint8Array(await request.arrayBuffer())
}

async function bytesOfGet({ headers }: Request, incoming: object | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const length = Number(headers.get('content-length') ?? 0)
  const hasBody = length > 0 || headers.has('transfer-encoding')
  if (!hasBody || !(incoming instanceof Readable)) return new Uint8Array()
  checkLength(length)
  return collect(incoming)
}

/** What is longer than a body may be isn't read to its end. @throws {HttpError} 413 */
async function collect(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    checkLength(length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function checkLength(length: number): void {
  if (length > requestLimits.body) throw new HttpError(413, `The body is larger than ${requestLimits.body / 1024} KiB.`)
}

/** Parses a body. `isForm` says whether it may be a form besides JSON. @throws {HttpError} 400, 415, 422 */
export async function parseBody(
  { headers }: Request,
  bytes: Uint8Array<ArrayBuffer>,
  isForm: boolean,
): Promise<unknown> {
  checkCoding(headers)
  const fullType = headers.get('content-type') ?? ''
  const type = fullType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!isForm) return parseJsonOf(bytes, type)
  checkCharset(fullType, bytes)
  return parseForm(bytes, type, fullType)
}

/** A body that must be JSON is read as JSON whatever its type says: published clients name the form type for it. */
function parseJsonOf(bytes: Uint8Array, type: string): unknown {
  if (type.startsWith('multipart/')) throw new HttpError(415, 'The body must be JSON, not a multipart form.')
  return parseJson(bytes)
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string, fullType: string): Promise<unknown> {
  if (bytes.length === 0) return {}
  if (type === 'application/json') return parseJson(bytes)
  if (type === 'application/x-www-form-urlencoded') return parseText(textOf(bytes))
  if (type === 'multipart/form-data') return parseMultipart(bytes, fullType)
  throw new HttpError(415, 'The body must be a form (URL-encoded or multipart) or JSON.')
}

/** @throws {HttpError} 400 if it isn't UTF-8 */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpError(400, 'The body is not valid UTF-8.')
  }
}

/** @throws {HttpError} 415 for a compressed body */
function checkCoding(headers: Headers): void {
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (coding !== 'identity' && coding !== '') throw new HttpError(415, 'The body must not be compressed.')
}

/** Published clients name ISO 8859-1, and send ASCII. @throws {HttpError} 415 for a form in another charset than UTF-8 */
function checkCharset(fullType: string, bytes: Uint8Array): void {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(fullType)?.[1]?.toLowerCase() ?? 'utf-8'
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset) && !isAscii(bytes))
    throw new HttpError(415, 'The body must be in UTF-8.')
}

async function parseMultipart(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<unknown> {
  let form: FormData
  try {
    form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch {
    throw new HttpError(400, 'The body is not a valid multipart form.')
  }
  const pairs: [string, string][] = []
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw invalid({ [name.slice(0, requestLimits.name)]: 'must be text, not a file' })
    pairs.push([name, value])
  }
  return nest(pairs)
}
