import { decodeText, type Endpoint, type ObjectSchema, problemsOf } from '../../contract/index.ts'
import { invalid, notFound, HttpError } from '../api/errors.ts'
import { bytesOf, parseBody } from './body.ts'
import { parseJson } from './json.ts'
import { parseQuery } from './text.ts'
import { isId, urlOf } from './url.ts'

/** A request's query and body before validation. */
export interface RawInput {
  readonly query: Record<string, unknown>
  readonly body: unknown
  /** Every `user_id` of the body, also where the operation takes none, or the type says that it's something else. */
  readonly userIds: readonly unknown[]
}

/** Parses query and body in the formats that the endpoint accepts; see `bytesOf`. @throws {HttpError} 400, 413, 415, 422 */
export async function readInput(endpoint: Endpoint, request: Request, incoming?: object): Promise<RawInput> {
  const query = parseQuery(urlOf(request).search)
  const bytes = await bytesOf(request, incoming)
  const isForm = !endpoint.body || 'form' in endpoint.body
  const userIds = userIdsIn(bytes)
  try {
    const body = await parseBody(request, bytes, isForm)
    return { query, body, userIds: [...userIds, ...userIdsOf(body)] }
  } catch (error) {
    // where nobody asked for a body, what is wrong with it doesn't matter
    if (error instanceof HttpError && !endpoint.body) return { query, body: undefined, userIds }
    throw error
  }
}

/** What a body has as `user_id`, read as a form and as JSON. */
function userIdsIn(bytes: Uint8Array): readonly unknown[] {
  // whatever isn't UTF-8 is in other fields
  const fields = [...new URLSearchParams(Buffer.from(bytes).toString('latin1'))]
  const inForm = fields.filter(([name]) => /^user_id(\[|$)/.test(name)).map(([, value]) => value)
  try {
    return [...inForm, ...userIdsOf(parseJson(bytes))]
  } catch {
    return inForm
  }
}

const userIdsOf = (body: unknown): readonly unknown[] =>
  typeof body === 'object' && body !== null && 'user_id' in body ? [body.user_id] : []

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
      ? validated(endpoint.body.form, decodeText(endpoint.body.form, formOf(endpoint.body.form, raw)))
      : validated(endpoint.body.json, raw.body)
  return { path, query: query as object, body }
}

/** A form's fields, those of the body before those of the query: published clients send them there, without a body. */
function formOf(form: ObjectSchema, { query, body }: RawInput): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const inQuery = Object.entries(query).filter(([name]) => Object.hasOwn(form.def.shape, name))
  return { ...Object.fromEntries(inQuery), ...body }
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
