import * as z from 'zod/mini'
import { inputDescriptions } from '../contract/descriptions.ts'
import { anyCaseValues, type Endpoint } from '../contract/index.ts'
import { kebab } from './commands.ts'

/** What the command line uses of JSON Schema (draft 2020-12). */
export interface Shape {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly maxItems?: number
}

/** Something that an operation takes, and its flag. */
export interface Field {
  readonly flag: string
  readonly in: 'path' | 'query' | 'body'
  /** Where its value goes: `['timing', 'interval']`. */
  readonly path: readonly string[]
  readonly shape: Shape
  readonly required: boolean
  readonly description: string | undefined
}

/** The body that an operation takes. */
export interface BodyShape {
  readonly shape: Shape
  /** A list takes the fields of its items. */
  readonly isList: boolean
}

export const bodySchemaOf = ({ body }: Endpoint) => body && ('form' in body ? body.form : body.json)

export function bodyOf(endpoint: Endpoint): BodyShape | undefined {
  const schema = bodySchemaOf(endpoint)
  if (!schema) return undefined
  const shape = shapeOf(schema)
  return { shape, isList: shape.type === 'array' }
}

/** Everything that an operation takes, in the order of its path, query and body. */
export function fieldsOf(endpoint: Endpoint): readonly Field[] {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Field => ({
    flag: kebab(name),
    in: 'path',
    path: [name],
    shape: { type: 'string' },
    required: true,
    description: undefined,
  }))
  const body = bodyOf(endpoint)
  const inBody = body?.isList ? body.shape.items : body?.shape
  const fields = [
    ...inPath,
    ...(endpoint.query ? fieldsIn(shapeOf(endpoint.query), 'query') : []),
    ...(inBody ? fieldsIn(inBody, 'body') : []),
  ]
  // what is in the path or query isn't asked for again
  return fields.filter(({ flag }, i) => fields.findIndex((other) => other.flag === flag) === i)
}

/** The fields of an object, and those of the objects in it: `--timing` as JSON, or `--timing.interval`. */
function fieldsIn(shape: Shape, where: 'query' | 'body', path: readonly string[] = []): readonly Field[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
    const here = [...path, name]
    const field: Field = {
      flag: here.map(kebab).join('.'),
      in: where,
      path: here,
      shape: inner,
      required: path.length === 0 && (shape.required?.includes(name) ?? false),
      description: inputDescriptions[name],
    }
    const branches = branchesOf(inner)
    // it is there to be ignored
    if (branches.every(({ type }) => type === 'null')) return []
    const object = branches.find(({ properties }) => properties !== undefined)
    return [field, ...(object ? fieldsIn(object, where, here) : [])]
  })
}

type Branch = Omit<Shape, 'type'> & { readonly type?: string }

/** The kinds that a value can have, each with one type at most. */
function branchesOf(shape: Shape): readonly Branch[] {
  if (shape.anyOf) return shape.anyOf.flatMap(branchesOf)
  const { type, ...rest } = shape
  if (type === undefined) return [rest]
  return [type].flat().map((one) => ({ ...rest, type: one }))
}

export function shapeOf(schema: z.ZodMiniType): Shape {
  return z.toJSONSchema(schema, {
    io: 'input',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const values = anyCaseValues.get(zodSchema)
      if (values) jsonSchema.enum = [...values]
    },
  }) as Shape
}

/** What a text means for a field: numbers, `true`, `null` and JSON where the field takes them, or else the text itself. */
export function valueOf(text: string, shape: Shape): unknown {
  const branches = branchesOf(shape)
  const takes = (...types: readonly string[]) => branches.some(({ type }) => type !== undefined && types.includes(type))
  const isAnything = branches.some(({ type, enum: values, const: only }) => !type && !values && only === undefined)
  if (takes('number', 'integer') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (takes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  if (takes('null') && text === 'null') return null
  if ((takes('object', 'array') || isAnything) && /^\s*[[{]/.test(text)) return jsonIn(text)
  return text
}

/** The text itself if it isn't JSON, for the contract to refuse. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The item of a field that takes several. */
export const itemOf = (shape: Shape): Shape | undefined => branchesOf(shape).find(({ type }) => type === 'array')?.items

/** Whether `--field` alone says `true`. */
export const isSwitch = (shape: Shape) => branchesOf(shape).every(({ type }) => type === 'boolean' || type === 'null')

/** The values that a field or an item of it can only have; empty where there are others. */
export const choicesOf = (shape: Shape): readonly unknown[] =>
  branchesOf(itemOf(shape) ?? shape).flatMap((branch) => branch.enum ?? [])

/** What to write for a value, in help. */
export function kindOf(shape: Shape): string {
  const kinds = branchesOf(shape).flatMap((branch): readonly string[] => {
    if (branch.enum) return branch.enum.map(String)
    if (branch.const !== undefined) return [JSON.stringify(branch.const)]
    switch (branch.type) {
      case 'boolean':
        return ['true', 'false']
      case 'integer':
      case 'number':
        return ['number']
      case 'null':
        return []
      case 'array':
        return [branch.items && isPlain(branch.items) ? `${kindOf(branch.items)} …` : 'JSON']
      case 'string':
        return ['text']
      default:
        return ['JSON']
    }
  })
  return [...new Set(kinds)].join('|') || 'JSON'
}

const isPlain = (shape: Shape) => branchesOf(shape).every(({ type }) => type !== 'object' && type !== 'array')
