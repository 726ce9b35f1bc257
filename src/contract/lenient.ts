import * as z from 'zod/mini'
import type { ObjectSchema } from './endpoint.ts'

/*
 * The service's document doesn't show the fields of monitors, tests and samples, so another service may reply with
 * different ones. A client therefore reads these records leniently: it keeps the fields that match the schema, drops the
 * others, and adds the record as it came in `raw`.
 */

type LenientFields<Shape> = {
  readonly [Name in keyof Shape]?:
    | (Shape[Name] extends z.ZodMiniObject<infer Inner> ? LenientFields<Inner> : z.output<Shape[Name]>)
    | undefined
}

/** A record as a client reads it: any field can be missing. */
export type Lenient<S extends ObjectSchema> = LenientFields<S['shape']> & {
  /** The whole record as it came. */
  readonly raw: unknown
}

/** A page of lenient records. Only the rows are certain. */
export interface LenientPage<S extends ObjectSchema> {
  readonly rows: readonly Lenient<S>[]
  readonly current_page?: number | undefined
  readonly total_pages?: number | undefined
  readonly per_page?: number | undefined
  readonly total_entries?: number | undefined
}

/** Reads an object, also the only one in a list. Nested objects are read field by field, and lists item by item. */
export function lenient<const S extends ObjectSchema>(schema: S) {
  return z.pipe(
    z.unknown(),
    z.transform((value, context): Lenient<S> => {
      const raw: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
      if (isObject(raw)) return readRecord(schema, raw)
      context.issues.push({ code: 'custom', input: value, message: 'must be an object' })
      return z.NEVER
    }),
  )
}

/** Reads a list of records. */
export function lenientList<const S extends ObjectSchema>(schema: S) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((rows): readonly Lenient<S>[] => rows.map((row) => readRecord(schema, row))),
  )
}

/** Reads a record that comes as `{document: …}`, or bare. */
export function lenientDocument<const S extends ObjectSchema>(schema: S) {
  return z.pipe(z.pipe(z.unknown(), z.transform(documentIn)), lenient(schema))
}

/** Reads a list that comes as `{document: […]}`, or bare. A single record counts as a list of one. */
export function lenientDocuments<const S extends ObjectSchema>(schema: S) {
  return z.pipe(
    z.unknown(),
    z.transform((reply, context): readonly Lenient<S>[] => {
      const document = documentIn(reply)
      if (Array.isArray(document)) return document.map((row) => readRecord(schema, row))
      if (isObject(document)) return [readRecord(schema, document)]
      context.issues.push({ code: 'custom', input: reply, message: 'must contain a list' })
      return z.NEVER
    }),
  )
}

/** Reads a list that comes as `{[name]: […]}`, or bare. */
export function maybeBare<const S extends z.ZodMiniType>(name: string, wrapped: S): z.ZodMiniPipe<z.ZodMiniType, S> {
  const wrap = z.transform((reply: unknown): unknown => (Array.isArray(reply) ? { [name]: reply } : reply))
  return z.pipe(z.pipe(z.unknown(), wrap), wrapped)
}

/** Reads a page. The rows are the reply itself, its `rows`, or else the first list in it. */
export function lenientPage<const S extends ObjectSchema>(schema: S) {
  return z.pipe(
    z.unknown(),
    z.transform((reply, context): LenientPage<S> => {
      const rows = rowsOf(reply)
      if (rows) return { ...totalsOf(reply), rows: rows.map((row) => readRecord(schema, row)) }
      context.issues.push({ code: 'custom', input: reply, message: 'must contain a list' })
      return z.NEVER
    }),
  )
}

function readRecord<S extends ObjectSchema>(schema: S, raw: unknown): Lenient<S> {
  const fields = isObject(raw) ? readFields(schema, raw) : {}
  return { ...fields, raw } as Lenient<S>
}

function readFields(schema: ObjectSchema, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = readField(field, raw[name])
    if (value !== undefined) fields[name] = value
  }
  return fields
}

function readField(schema: z.core.$ZodType, value: unknown): unknown {
  const known = schema as z.core.$ZodTypes
  if (known instanceof z.ZodMiniObject) return isObject(value) ? readFields(known, value) : undefined
  const { def } = known._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
      // all or nothing: half a browser or half a connectivity is useless
      return value === null || value === undefined || !isMany(def.innerType)
        ? ifValid(schema, value)
        : readField(def.innerType, value)
    case 'array':
      return Array.isArray(value) ? value.filter((item) => ifValid(def.element, item) !== undefined) : undefined
    case 'record': {
      if (!isObject(value)) return undefined
      const fitting = Object.entries(value).filter(([, item]) => ifValid(def.valueType, item) !== undefined)
      return Object.fromEntries(fitting)
    }
    default:
      return ifValid(schema, value)
  }
}

function isMany(schema: z.core.$ZodType): boolean {
  const { type } = (schema as z.core.$ZodTypes)._zod.def
  return type === 'array' || type === 'record'
}

/** The parsed value, undefined if it doesn't match. */
function ifValid(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value)
  return result.success ? result.data : undefined
}

function documentIn(reply: unknown): unknown {
  return isObject(reply) && 'document' in reply ? reply['document'] : reply
}

function rowsOf(reply: unknown): readonly unknown[] | undefined {
  if (Array.isArray(reply)) return reply
  if (!isObject(reply)) return undefined
  const { rows } = reply
  return Array.isArray(rows) ? rows : Object.values(reply).find((value) => Array.isArray(value))
}

const totals = ['current_page', 'total_pages', 'per_page', 'total_entries'] as const

function totalsOf(reply: unknown): Partial<Record<(typeof totals)[number], number>> {
  if (!isObject(reply)) return {}
  return Object.fromEntries(totals.map((name) => [name, reply[name]] as const).filter(([, n]) => Number.isInteger(n)))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
