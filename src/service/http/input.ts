import { bodyLimit } from 'hono/body-limit'
import { decodeText, type Endpoint, problemsOf } from '../../contract/index.ts'
import { requestLimits } from './limits.ts'
import { invalid, notFound, HttpError } from '../api/errors.ts'
import { parseJson } from './json.ts'
import { nest, parseQuery, parseText } from './text.ts'
import { isId, urlOf } from './url.ts'

/** A request's query and body before validation. */
export interface RawInput {
  readonly query: Record<string, unknown>
  /** What was sent, also to an operation that takes no body: a `user_id` in it must still be the caller's. */
  readonly body: unknown
}

/** Middleware that checks Content-Length, or counts the bytes of a body without it. @throws {HttpError} 413 */
export const limitBody = bodyLimit({
  maxSize: requestLimits.body,
  onError: () => {
    throw new HttpError(413, `The body is larger than ${requestLimits.body / 1024} KiB.`)
  },
})

/** Parses query and body in the formats that the endpoint accepts. @throws {HttpError} 400, 415 */
export async function readInput(endpoint: Endpoint, request: Request): Promise<RawInput> {
  const query = parseQuery(urlOf(request).search)
  if (endpoint.body) return { query, body: await readBody(request, 'form' in endpoint.body) }
  if (endpoint.method === 'GET') return { query, body: undefined }
  try {
    return { query, body: await readBody(request, true) }
  } catch (error) {
    // nobody asked for this body, so what is wrong with it doesn't matter
    if (error instanceof HttpError) return { query, body: undefined }
    throw error
  }
}

async function readBody(request: Request, isForm: boolean): Promise<unknown> {
  checkEncoding(request)
  const bytes = new Uint8Array(await request.arrayBuffer())
  const fullType = request.headers.get('content-type') ?? ''
  const type = fullType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return parseBody(bytes, type, fullType, isForm)
}

async function parseBody(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  fullType: string,
  isForm: boolean,
): Promise<unknown> {
  if (bytes.length === 0 && isForm) return {}
  if (type === 'application/json') return parseJson(bytes)
  if (isForm && type === 'application/x-www-form-urlencoded') return parseText(textOf(bytes))
  if (isForm && type === 'multipart/form-data') return parseMultipart(bytes, fullType)
  throw new HttpError(
    415,
    isForm
      ? 'The body must be a form (URL-encoded or multipart) or JSON.'
      : 'The body must be JSON: send Content-Type: application/json.',
  )
}

/** @throws {HttpError} 400 if it isn't UTF-8 */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpError(400, 'The body is not valid UTF-8.')
  }
}

/** @throws {HttpError} 415 for a compressed body, or a charset other than UTF-8 */
function checkEncoding({ headers }: Request): void {
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (coding !== 'identity' && coding !== '') throw new HttpError(415, 'The body must not be compressed.')
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headers.get('content-type') ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) throw new HttpError(415, 'The body must be in UTF-8.')
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

/** Validates the input for the handler. @throws {HttpError} 404 for a malformed id, 422 naming each invalid field */
export function parseInput(
  endpoint: Endpoint,
  path: Readonly<Record<string, string>>,
  raw: RawInput,
): { path: Readonly<Record<string, string>>; query: object; body: unknown } {
  for (const [name, value] of Object.entries(path)) {
    if (!isId(value)) throw notFound(name.replace(/_id$/, ''))
  }
  const query = endpoint.query ? validated(endpoint.query, decodeText(endpoint.query, raw.query)) : {}
  if (!endpoint.body) return { path, query: query as object, body: undefined }
  const body =
    'form' in endpoint.body
      ? validated(endpoint.body.form, decodeText(endpoint.body.form, raw.body))
      : validated(endpoint.body.json, raw.body)
  return { path, query: query as object, body }
}

function validated(schema: NonNullable<Endpoint['query']> | Endpoint['reply'], value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalid(problemsOf(parsed.error))
  const problem = textProblem(parsed.data, [])
  if (problem) throw invalid({ [problem.path]: problem.message })
  return parsed.data
}

/** PostgreSQL can't store NUL in text, and neither database keeps a lone surrogate as it was sent. */
function textProblem(value: unknown, path: readonly string[]): { path: string; message: string } | undefined {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) return { path: path.join('.'), message: 'must not contain a NUL character' }
    return value.isWellFormed() ? undefined : { path: path.join('.'), message: 'must be valid Unicode' }
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const found = textProblem(item, [...path, key])
    if (found !== undefined) return found
  }
  return undefined
}
