import { bodyLimit } from 'hono/body-limit'
import { maxBodyBytes, decodeText, type Endpoint, problemsOf } from '../../contract/index.ts'
import { invalid, notFound, HttpError } from '../errors.ts'
import { nest, parseText } from './text.ts'
import { urlOf } from './url.ts'

/** What came with a request, before any schema has seen it. */
export interface RawInput {
  readonly query: Record<string, unknown>
  /** What was sent, also to an operation that takes no body: a `user_id` in it must still be the caller's. */
  readonly body: unknown
}

/** Middleware that checks the announced length, or counts the bytes of a body that announces none. @throws {HttpError} 413 */
export const limitBody = bodyLimit({
  maxSize: maxBodyBytes,
  onError: () => {
    throw new HttpError(413, `The body is larger than ${maxBodyBytes / 1024} KiB.`)
  },
})

/** Reads query and body in the forms that the operation takes. @throws {HttpError} 400, 415 */
export async function readInput(endpoint: Endpoint, request: Request): Promise<RawInput> {
  const query = parseText(urlOf(request).search)
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
  refuseCoding(request)
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

/** @throws {HttpError} 400 where it is not UTF-8 */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpError(400, 'The body is not text in UTF-8.')
  }
}

/** @throws {HttpError} 415 for a body that is compressed, or said to be in another character set than UTF-8 */
function refuseCoding({ headers }: Request): void {
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (coding !== 'identity' && coding !== '') throw new HttpError(415, 'The body must not be compressed.')
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headers.get('content-type') ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) throw new HttpError(415, 'The body must be in UTF-8.')
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, 'The body is not valid JSON.')
  }
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
    if (typeof value !== 'string') throw invalid({ [name]: 'must be text, not a file' })
    pairs.push([name, value])
  }
  return nest(pairs)
}

/** What the handler gets. @throws {HttpError} 404 for an id that cannot be one, 422 naming each wrong field */
export function parseInput(
  endpoint: Endpoint,
  path: Readonly<Record<string, string>>,
  raw: RawInput,
): { path: Readonly<Record<string, string>>; query: object; body: unknown } {
  for (const [name, value] of Object.entries(path)) {
    if (!isId(value)) throw notFound(name.replace(/_id$/, ''))
  }
  const query = endpoint.query ? check(endpoint.query, decodeText(endpoint.query, raw.query)) : {}
  if (!endpoint.body) return { path, query: query as object, body: undefined }
  const body =
    'form' in endpoint.body
      ? check(endpoint.body.form, decodeText(endpoint.body.form, raw.body))
      : check(endpoint.body.json, raw.body)
  return { path, query: query as object, body }
}

/** Whether a part of a path can be an id at all: a database need not be asked for what it could not even keep. */
export function isId(value: string): boolean {
  return value.length <= 64 && !/[^\w-]/.test(value)
}

function check(schema: NonNullable<Endpoint['query']> | Endpoint['reply'], value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalid(problemsOf(parsed.error))
  const broken = brokenText(parsed.data, [])
  if (broken) throw invalid({ [broken.path]: broken.problem })
  return parsed.data
}

/** PostgreSQL keeps no NUL in text, and neither database half of a character: what was kept would not be what was sent. */
function brokenText(value: unknown, path: readonly string[]): { path: string; problem: string } | undefined {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) return { path: path.join('.'), problem: 'must not hold a NUL character' }
    return value.isWellFormed() ? undefined : { path: path.join('.'), problem: 'must be whole Unicode characters' }
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const found = brokenText(item, [...path, key])
    if (found !== undefined) return found
  }
  return undefined
}
