import * as z from 'zod/mini'
import * as contract from '../../contract/index.ts'
import { allEndpoints, anyCaseValues, type Endpoint } from '../../contract/index.ts'
import { inputDescriptions, replyDescriptions } from '../../contract/descriptions.ts'

/** The parts of JSON Schema (draft 2020-12, as in OpenAPI 3.1) that the document and the reference page use. */
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

/** The schemas of each endpoint's input and reply, and the named records that they refer to. */
export interface Schemas {
  readonly query: (endpoint: Endpoint) => JsonSchema | undefined
  readonly body: (endpoint: Endpoint) => JsonSchema | undefined
  readonly reply: (endpoint: Endpoint) => JsonSchema
  readonly components: Readonly<Record<string, JsonSchema>>
}

/** The contract's records that the document names, by direction. */
const inputRecords = {
  Browser: contract.browser,
  Connectivity: contract.connectivity,
  MonitorBody: contract.monitorBody,
  NewAccount: contract.newAccount,
  PurgeItem: contract.purgeItem,
  SettingsBody: contract.settingsBody,
} as const
const replyRecords = {
  Account: contract.accountDetail,
  AccountSummary: contract.accountSummary,
  AccountSite: contract.siteDetail,
  AccountSiteSummary: contract.siteSummary,
  Alert: contract.alertRecord,
  AlertRule: contract.alertRuleRecord,
  Capabilities: contract.capabilitiesRecord,
  EdgeNode: contract.edgeNode,
  Error: contract.errorBody,
  Event: contract.eventRecord,
  Incident: contract.incidentDetail,
  IncidentSummary: contract.incidentRecord,
  Invitation: contract.invitationRecord,
  Issue: contract.issue,
  Monitor: contract.monitorRecord,
  OptimizerUsage: contract.usageRecord,
  Partner: contract.partnerRecord,
  Passkey: contract.passkeyRecord,
  Person: contract.personRecord,
  Quotas: contract.quotasRecord,
  Redirect: contract.redirectRecord,
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

/** Converts all schemas of one direction together, so that each use of a record is a reference. */
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
  const descriptions = io === 'input' ? inputDescriptions : replyDescriptions
  const plain = (id: string | undefined): JsonSchema => {
    const { $id, $schema, id: _, ...schema } = (id === undefined ? undefined : converted[id]) ?? {}
    return withDescriptions(schema as JsonSchema, descriptions)
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

/** Adds what zod's conversion leaves out, and removes keywords that JSON Schema doesn't have. */
const explain: Override = ({ zodSchema, jsonSchema }) => {
  const values = anyCaseValues.get(zodSchema)
  if (values) {
    jsonSchema.enum = [...values]
    jsonSchema.description = 'Case-insensitive; stored in upper case.'
  }
  if (jsonSchema.format === 'starts_with') delete jsonSchema.format
  // JavaScript's integer limits aren't a rule of this API
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

/** Adds descriptions to a copy of the schema: zod returns the same object for a schema that is used twice. */
function withDescriptions(schema: JsonSchema, descriptions: Readonly<Record<string, string>>): JsonSchema {
  const { properties, items, anyOf } = schema
  const described = ([name, field]: [string, JsonSchema]): [string, JsonSchema] => {
    const description = field.description ?? descriptions[name]
    return [name, { ...withDescriptions(field, descriptions), ...(description ? { description } : {}) }]
  }
  return {
    ...schema,
    ...(properties ? { properties: Object.fromEntries(Object.entries(properties).map(described)) } : {}),
    ...(items ? { items: withDescriptions(items, descriptions) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((one) => withDescriptions(one, descriptions)) } : {}),
  }
}
