import { decodeText, type Endpoint, problemsOf } from '../contract/index.ts'
import type { WireInput } from '../client/request.ts'
import { bodyOf, bodySchemaOf, type Field, itemOf, type Shape, valueOf } from './fields.ts'
import { UsageError } from './usage-error.ts'

type Fields = Readonly<Record<string, unknown>>

interface Given {
  /** By flag. */
  readonly values: ReadonlyMap<string, readonly string[]>
  /** The parameters of the path that are set elsewhere. */
  readonly defaults?: Readonly<Record<string, string>>
  /** A whole body, to which the fields are added. */
  readonly body?: unknown
}

/**
 * The requests of a command: one, unless its body is a list that is longer than a call takes.
 * @throws {UsageError} if the contract refuses it, which names the flags
 */
export function inputsOf(endpoint: Endpoint, fields: readonly Field[], given: Given): readonly WireInput[] {
  const of = (where: Field['in']) => fields.filter((field) => field.in === where)
  const path = pathOf(of('path'), given)
  const query = objectOf(of('query'), given.values)
  const isForm = endpoint.body !== undefined && 'form' in endpoint.body
  const shape = bodyOf(endpoint)
  const body = shape?.isList ? listOf(of('body'), given) : withFields(of('body'), given)
  if (!shape && given.body !== undefined) throw new UsageError('This operation takes no body.')
  const parts = shape?.isList && Array.isArray(body) ? partsOf(body, shape.shape.maxItems) : [body]
  const problems = {
    ...problemsIn(endpoint.query, endpoint.query && decodeText(endpoint.query, query), of('query')),
    ...Object.assign(
      {},
      ...parts.map((part) => {
        const schema = bodySchemaOf(endpoint)
        return problemsIn(schema, schema && isForm ? decodeText(schema, part) : part, of('body'))
      }),
    ),
  }
  if (Object.keys(problems).length > 0) throw new UsageError('A field is wrong.', problems)
  return parts.map((part) => ({ path, ...(endpoint.query ? { query } : {}), ...(shape ? { body: part } : {}) }))
}

function pathOf(fields: readonly Field[], { values, defaults = {} }: Given): Readonly<Record<string, string>> {
  const named = fields.map(
    ({ flag, path: [name = ''] }) => [flag, name, values.get(flag)?.at(-1) ?? defaults[name]] as const,
  )
  const missing = named.filter(([, , value]) => !value).map(([flag]) => [flag, 'is required'])
  if (missing.length > 0) throw new UsageError('A field is missing.', Object.fromEntries(missing))
  return Object.fromEntries(named.map(([, name, value = '']) => [name, value]))
}

/** @param base what the fields are added to */
function objectOf(fields: readonly Field[], values: Given['values'], base: Fields = {}): Fields {
  const object: Record<string, unknown> = { ...base }
  for (const { flag, path, shape } of fields) {
    const texts = values.get(flag)
    if (texts) set(object, path, valuesOf(texts, shape))
  }
  return object
}

/** One value, or those of a list: each by itself, or all of them as JSON. */
function valuesOf(texts: readonly string[], shape: Shape): unknown {
  const item = itemOf(shape)
  if (!item) return valueOf(texts.at(-1) ?? '', shape)
  const [first = ''] = texts
  const whole = texts.length === 1 ? valueOf(first, shape) : undefined
  if (Array.isArray(whole) || whole === null) return whole
  return texts.map((text) => valueOf(text, item))
}

function set(object: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    object[name] = value
    return
  }
  const inner = object[name]
  const next: Record<string, unknown> = isObject(inner) ? { ...inner } : {}
  object[name] = next
  set(next, rest, value)
}

/** Items from their fields: the n-th values make the n-th item, and a single value is every item's. */
function listOf(fields: readonly Field[], { values, body }: Given): unknown {
  if (body !== undefined && !Array.isArray(body)) return body
  const given = fields.filter(({ flag }) => values.has(flag))
  const count = Math.max(0, ...given.map(({ flag }) => values.get(flag)?.length ?? 0))
  const wrong = given.filter(({ flag }) => ![1, count].includes(values.get(flag)?.length ?? 0))
  if (wrong.length > 0) {
    const problem = `must be given once, or ${count} times`
    throw new UsageError('A field is wrong.', Object.fromEntries(wrong.map(({ flag }) => [flag, problem])))
  }
  const items = Array.from({ length: count }, (_, i) => {
    const ofItem = given.map(({ flag }): [string, readonly string[]] => {
      const texts = values.get(flag) ?? []
      return [flag, [texts[texts.length === 1 ? 0 : i] ?? '']]
    })
    return objectOf(given, new Map(ofItem))
  })
  return [...(body ?? []), ...items]
}

function withFields(fields: readonly Field[], { values, body = {} }: Given): unknown {
  return isObject(body) ? objectOf(fields, values, body) : body
}

function partsOf(items: readonly unknown[], most = Number.POSITIVE_INFINITY): readonly (readonly unknown[])[] {
  const count = Math.max(1, Math.ceil(items.length / most))
  return Array.from({ length: count }, (_, i) => items.slice(i * most, (i + 1) * most))
}

/** What the contract says about a query or body, by flag. */
function problemsIn(schema: Endpoint['query'] | Endpoint['reply'], value: unknown, fields: readonly Field[]): Fields {
  const result = schema?.safeParse(value)
  if (!result || result.success) return {}
  return Object.fromEntries(
    Object.entries(problemsOf(result.error)).map(([path, problem]) => [flagOf(path, fields), problem]),
  )
}

/** The flag of a field that the service names, such as `timing.interval`, or `3.condition` in a list. */
export function flagOf(path: string, fields: readonly Field[]): string {
  const names = path.split('.').filter((name) => !/^\d+$/.test(name))
  for (let length = names.length; length > 0; length--) {
    const field = fields.find((one) => one.path.join('.') === names.slice(0, length).join('.'))
    if (field) return field.flag
  }
  return 'body'
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
