import * as fc from 'fast-check'
import type * as z from 'zod/mini'
import { anyCaseValues } from '../../contract/index.ts'

type Value = fc.Arbitrary<unknown>

/** Values that a schema can't describe, by field name: existing ids, hosts, addresses. */
export type Hints = Readonly<Record<string, Value>>

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)
/** Hosts in the scripted world that resellers may use too. */
const host = fc.tuple(label, label).map(([name, below]) => `${name}x.${below}.example`)
const address = host.chain((name) =>
  fc.constantFrom(name, name.toUpperCase(), `http://${name}/`, `https://${name}/shop?x=1`, `${name}:8080`),
)
const day = fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 10 })).map(([d, m]) => `${d}-${m}-2026`)

/** Values for fields whose format the schema doesn't describe. */
const hints: Hints = {
  email: fc.tuple(label, fc.uuid()).map(([name, unique]) => `${name}.${unique}@Example.com`),
  new_email: fc.uuid().map((unique) => `${unique}@example.com`),
  site: address,
  host: address,
  new_host: address,
  url: host.map((name) => `https://${name}/`),
  bandwidth_down: fc.constantFrom(0, 1, 1600.5, 10_000_000),
  bandwidth_up: fc.constantFrom(0, 1, 768, 10_000_000),
  condition: label.map((name) => `/${name}?x=1`),
  start_date: day,
  end_date: fc.constant('21-11-2026'),
  from: fc.constantFrom('2026-11-01', 'Sat, 21 Nov 2026 07:00:00 GMT', 1_700_000_000_000),
  to: fc.constantFrom('2026-11-21T09:00:00Z', 1_900_000_000_000),
}

/** Valid input for a schema, generated from the schema and from hints for its field names. */
export function validInput(schema: z.core.$ZodType, more: Hints = {}): Value {
  return validOf(schema, { ...hints, ...more }).filter((value) => parses(schema, value))
}

export function parses(schema: z.core.$ZodType, value: unknown): boolean {
  return (schema as z.ZodMiniType).safeParse(value).success
}

function validOf(schema: z.core.$ZodType, known: Hints, name?: string): Value {
  const hint = name === undefined ? undefined : known[name]
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'default':
      return fc.option(validOf(def.innerType, known, name), { nil: undefined })
    case 'nullable':
      return fc.option(validOf(def.innerType, known, name), { nil: null })
    default:
      return hint ?? validLeaf(schema, known)
  }
}

function validLeaf(schema: z.core.$ZodType, known: Hints): Value {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const limits = limitsOf(schema)
  switch (def.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape).map(([key, inner]) => [key, validOf(inner, known, key)])),
      )
    case 'array':
      return fc.array(validOf(def.element, known), {
        minLength: limits.minimum ?? 0,
        maxLength: Math.min(3, limits.maximum ?? 3),
      })
    case 'string':
      return limits.pattern
        ? fc.stringMatching(limits.pattern, { maxLength: 50 })
        : fc.string({
            unit: 'grapheme',
            minLength: limits.minimum ?? 0,
            maxLength: Math.min(20, limits.maximum ?? 20),
          })
    case 'number':
      return limits.whole
        ? fc.integer({ min: limits.minimum ?? -1000, max: Math.min(limits.maximum ?? 1000, 100_000) })
        : fc.double({ min: limits.minimum ?? -1000, max: limits.maximum ?? 1000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'union':
      return fc.oneof(...def.options.map((option) => validOf(option, known)))
    case 'pipe': {
      const values = anyCaseValues.get(schema) ?? []
      return fc.constantFrom(...values, ...values.map((value) => value.toLowerCase()))
    }
    default:
      throw new Error(`There is no generator for schemas of type ${def.type}.`)
  }
}

interface Limits {
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: RegExp
  readonly whole?: boolean
}

function limitsOf(schema: z.core.$ZodType): Limits {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const limits: { -readonly [K in keyof Limits]: Limits[K] } = {
    whole: def.type === 'number' && 'format' in def && def.format === 'safeint',
  }
  for (const check of def.checks ?? []) {
    const rule = (check as z.core.$ZodChecks)._zod.def
    if (rule.check === 'min_length') limits.minimum = rule.minimum
    if (rule.check === 'max_length') limits.maximum = rule.maximum
    if (rule.check === 'greater_than') limits.minimum = Number(rule.value)
    if (rule.check === 'less_than') limits.maximum = Number(rule.value)
    if (rule.check === 'string_format' && rule.format === 'regex' && 'pattern' in rule && rule.pattern)
      limits.pattern = rule.pattern
  }
  return limits
}

/** Values that hardly any field accepts, and values that are known to break software. */
const oddText = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\ufeff\u202e\u200d',
  '🤷🏽‍♀️'.repeat(50),
  'e\u0301'.repeat(10),
  '__proto__',
  'constructor',
  "'; drop table sites; --",
  '%00%',
  '../../etc/passwd',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  'x'.repeat(70_000),
  '\r\nX-Injected: 1',
)
const odd: Value = fc.oneof(
  oddText,
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: { b: {} } }),
  fc.constantFrom<unknown>(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308),
  fc.constant(JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}')),
)

/** Almost valid input for a schema: one field is missing or has an odd value. Some of it may be valid. */
export function oddInput(schema: z.core.$ZodType, more: Hints = {}): Value {
  return fc.oneof(
    { weight: 1, arbitrary: odd },
    {
      weight: 6,
      arbitrary: fc
        .tuple(validInput(schema, more), fc.nat(), fc.option(odd, { nil: undefined, freq: 6 }))
        .map(([value, where, instead]) => changed(value, where, instead)),
    },
  )
}

/** The value with one part replaced, or left out if `instead` is undefined. */
function changed(value: unknown, where: number, instead: unknown): unknown {
  if (typeof value !== 'object' || value === null) return instead
  const keys = Object.keys(value)
  const key = keys[where % (keys.length || 1)]
  if (key === undefined) return instead
  if (Array.isArray(value))
    return value.map((item, i) => (String(i) === key ? changed(item, Math.floor(where / keys.length), instead) : item))
  const part: unknown = new Map(Object.entries(value)).get(key)
  const deeper = typeof part === 'object' && part !== null && Math.floor(where / keys.length) % 3 !== 0
  return { ...value, [key]: deeper ? changed(part, Math.floor(where / keys.length), instead) : instead }
}
