import * as z from 'zod/mini'

type Check = (value: unknown) => boolean
type Def = z.core.$ZodTypes['_zod']['def']

/**
 * Whether a schema certainly parses a value of JSON into an equal one, so that it needn't be parsed. If not, only
 * parsing can tell.
 *
 * Parsing makes an object for every value on the way, and a copy of the whole. Where no code may be generated, that is
 * much of a page's work when it opens.
 */
export function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  return checkOf(schema)(value)
}

const checks = new WeakMap<z.core.$ZodType, Check>()

function checkOf(schema: z.core.$ZodType): Check {
  let check = checks.get(schema)
  if (!check) {
    const { def } = (schema as z.core.$ZodTypes)._zod
    check =
      (isPlain(def) ? plainCheck(def) : undefined) ?? ((value) => isPrimitive(value) && parsesToItself(schema, value))
    checks.set(schema, check)
  }
  return check
}

/** The check of a schema that needs nothing but its type; undefined if there is none. */
function plainCheck(def: Def): Check | undefined {
  switch (def.type) {
    case 'unknown':
      return (value) => value !== undefined
    case 'null':
      return (value) => value === null
    case 'string':
      return (value) => typeof value === 'string'
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'number':
      // JSON's 1e999 is infinite
      return Number.isFinite
    case 'nullable': {
      const inner = checkOf(def.innerType)
      return (value) => value === null || inner(value)
    }
    case 'optional': {
      const inner = checkOf(def.innerType)
      // a schema with a default has a value for what is missing
      const canBeMissing = def.innerType._zod.optin === undefined
      return (value) => (value === undefined ? canBeMissing : inner(value))
    }
    case 'array': {
      const item = checkOf(def.element)
      return (value) => Array.isArray(value) && value.every(item)
    }
    case 'tuple': {
      if (def.rest) return undefined
      const items = def.items.map(checkOf)
      return (value) =>
        Array.isArray(value) && value.length === items.length && value.every((item, i) => items[i]?.(item))
    }
    case 'record': {
      if (!isText(def.keyType)) return undefined
      const item = checkOf(def.valueType)
      return (value) => isObject(value) && Object.values(value).every(item)
    }
    case 'object': {
      if (def.catchall?._zod.def.type !== 'unknown') return undefined
      const fields = Object.entries(def.shape).map(([name, field]) => [name, checkOf(field)] as const)
      return (value) => isObject(value) && fields.every(([name, check]) => check(value[name]))
    }
    default:
      return undefined
  }
}

/** Checks may change a value, formats have rules of their own, and coercion makes one type of another. */
function isPlain(def: Def): boolean {
  return !def.checks?.length && !('format' in def) && !('coerce' in def && def.coerce)
}

function isText(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'string' && isPlain(def)
}

/** An object as JSON has it. A field of this name would be dropped, as it can replace an object's prototype. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '__proto__')
}

function isPrimitive(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

function parsesToItself(schema: z.core.$ZodType, value: unknown): boolean {
  const result = z.safeParse(schema, value)
  return result.success && result.data === value
}
