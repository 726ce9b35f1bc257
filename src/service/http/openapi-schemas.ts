import * as z from 'zod/mini'
import * as contract from '../../contract/index.ts'
import { allEndpoints, anyCaseValues, type Endpoint } from '../../contract/index.ts'
import { answeredWords, sentWords } from './openapi-words.ts'

/** JSON Schema (draft 2020-12, as OpenAPI 3.1 has it), as far as the document and the reference page read it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly additionalProperties?: JsonSchema | false
  readonly enum?: readonly unknown[]
}

export const schemaAddress = '#/components/schemas/'

/** What the document says of an endpoint's input and reply, and the records that they refer to by name. */
export interface Schemas {
  readonly query: (endpoint: Endpoint) => JsonSchema | undefined
  readonly body: (endpoint: Endpoint) => JsonSchema | undefined
  readonly reply: (endpoint: Endpoint) => JsonSchema
  readonly components: Readonly<Record<string, JsonSchema>>
}

/** Records of the contract that deserve a name of their own, as a caller sends them and as the service answers them. */
const inputRecords = {
  Browser: contract.browser,
  Connectivity: contract.connectivity,
  MonitorBody: contract.monitorBody,
  NewAccount: contract.newAccount,
  PurgeItem: contract.purgeItem,
} as const
const replyRecords = {
  Account: contract.accountDetail,
  AccountSummary: contract.accountSummary,
  AccountSite: contract.siteDetail,
  AccountSiteSummary: contract.siteSummary,
  Capabilities: contract.capabilitiesRecord,
  Error: contract.errorBody,
  Issue: contract.issue,
  Monitor: contract.monitorRecord,
  OptimizerUsage: contract.usageRecord,
  Partner: contract.partnerRecord,
  Request: contract.requestRecord,
  Sample: contract.sampleRecord,
  SampleDetail: contract.sampleDetail,
  SampleSummary: contract.sampleSummary,
  Screenshot: contract.screenshot,
  Settings: contract.settingsRecord,
  UserSite: contract.userSite,
} as const

export function schemasOf(endpoints: readonly Endpoint[] = allEndpoints): Schemas {
  const sent = endpoints
    .flatMap(({ query, body }) => [query, bodySchema(body)])
    .filter((schema) => schema !== undefined)
  const input = convert('input', inputRecords, sent)
  const output = convert(
    'output',
    replyRecords,
    endpoints.map(({ reply }) => reply),
  )
  return {
    query: ({ query }) => query && input.of(query),
    body: ({ body }) => {
      const schema = bodySchema(body)
      return schema && input.of(schema)
    },
    reply: ({ reply }) => output.of(reply),
    components: { ...input.records, ...output.records },
  }
}

const bodySchema = (body: Endpoint['body']) => body && ('form' in body ? body.form : body.json)

type Io = 'input' | 'output'
type Records = Readonly<Record<string, z.ZodMiniType>>

/** All schemas of one direction at once, so that each use of a record refers to it. */
function convert(io: Io, records: Records, schemas: readonly z.ZodMiniType[]) {
  const registry = z.registry<{ id: string }>()
  const ids = new Map<z.ZodMiniType, string>()
  const add = (schema: z.ZodMiniType, id: string) => {
    if (ids.has(schema)) return
    ids.set(schema, id)
    registry.add(schema, { id })
  }
  for (const [name, schema] of Object.entries(records)) add(schema, name)
  schemas.forEach((schema, i) => add(schema, `${i}`))

  const converted = z.toJSONSchema(registry, { io, uri: (id) => schemaAddress + id, override: explain }).schemas
  const words = io === 'input' ? sentWords : answeredWords
  const plain = (id: string | undefined): JsonSchema => {
    const { $id, $schema, id: _, ...schema } = (id === undefined ? undefined : converted[id]) ?? {}
    return withWords(schema as JsonSchema, words)
  }
  return {
    records: Object.fromEntries(Object.keys(records).map((name) => [name, plain(name)])),
    of: (schema: z.ZodMiniType): JsonSchema => {
      const id = ids.get(schema)
      return id !== undefined && id in records ? { $ref: schemaAddress + id } : plain(id)
    },
  }
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** What zod's own conversion leaves out or says in words that JSON Schema does not have. */
const explain: Override = ({ zodSchema, jsonSchema }) => {
  const values = anyCaseValues.get(zodSchema)
  if (values) {
    jsonSchema.enum = [...values]
    jsonSchema.description = 'In any case; kept in upper case.'
  }
  if (jsonSchema.format === 'starts_with') delete jsonSchema.format
  // the bounds of every whole number in JavaScript are no rule of this API
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

/** The schema with the meaning of each field that has words. What zod makes of a schema used twice is one object. */
function withWords(schema: JsonSchema, words: Readonly<Record<string, string>>): JsonSchema {
  const { properties, items, anyOf } = schema
  const described = ([name, field]: [string, JsonSchema]): [string, JsonSchema] => {
    const description = field.description ?? words[name]
    return [name, { ...withWords(field, words), ...(description ? { description } : {}) }]
  }
  return {
    ...schema,
    ...(properties ? { properties: Object.fromEntries(Object.entries(properties).map(described)) } : {}),
    ...(items ? { items: withWords(items, words) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((one) => withWords(one, words)) } : {}),
  }
}
