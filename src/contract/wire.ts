import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

type Query = Readonly<Record<string, unknown>>

/** A path such as `/partners/{partner_id}` with its parameters filled in and encoded. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}

/** Bracket notation: `a[0][b]=x` for lists of objects, `a[]=x` for other lists. Missing values are left out. */
export function encodeQuery(query: Query = {}): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) append(params, name, value)
  return params
}

function append(params: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) {
    const flat = value.every((item) => typeof item !== 'object' || item === null)
    value.forEach((item, i) => append(params, flat ? `${name}[]` : `${name}[${i}]`, item))
  } else if (typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) append(params, `${name}[${key}]`, item)
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    params.append(name, String(value))
  }
}

export function urlOf(endpoint: Endpoint, input: { path?: object | undefined; query?: object | undefined }): string {
  const path = fillPath(endpoint.path, { ...input.path })
  const query = encodeQuery({ ...input.query }).toString()
  return query ? `${path}?${query}` : path
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  on: true,
  false: false,
  '0': false,
  off: false,
}

/**
 * Converts text from a query or form into what the schema expects: numbers, booleans, lists of one.
 * What can't be converted stays unchanged, for the schema to refuse.
 */
export function decodeText(schema: z.core.$ZodType, raw: unknown): unknown {
  const def = (schema as z.core.$ZodTypes)._zod.def
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
      // an empty form field counts as left out, unless it may be empty
      if (raw === '' && !z.core.safeParse(def.innerType, '').success) return undefined
      return raw === undefined ? raw : decodeText(def.innerType, raw)
    case 'number':
      return typeof raw === 'string' && /^-?\d+(\.\d+)?$/.test(raw.trim()) ? Number(raw) : raw
    case 'boolean':
      return typeof raw === 'string' ? (booleans[raw.trim().toLowerCase()] ?? raw) : raw
    case 'array': {
      const list = Array.isArray(raw) ? raw : raw === undefined ? raw : [raw]
      return list?.map((item: unknown) => decodeText(def.element, item))
    }
    case 'object': {
      if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
      const values: Record<string, unknown> = { ...raw }
      for (const [key, inner] of Object.entries(def.shape)) {
        const value = decodeText(inner, values[key])
        if (value === undefined) delete values[key]
        else values[key] = value
      }
      return values
    }
    default:
      return raw
  }
}
