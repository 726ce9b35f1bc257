import {
  allEndpoints,
  maxBodyBytes,
  type Endpoint,
  type ErrorStatus,
  headers as headerNames,
  keyParameter,
  type Method,
  defaultPerPage,
  maxPerPage,
  statusMeaning,
} from '../../contract/index.ts'
import { type JsonSchema, schemaAddress, type Schemas, schemasOf } from './openapi-schemas.ts'
import { inputDescriptions, tagOf, tags } from '../../contract/descriptions.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly style?: 'form' | 'deepObject'
  readonly explode?: boolean
  readonly schema: JsonSchema
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export interface Reply {
  readonly description: string
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>
  readonly content: Content
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Reply>>
  readonly deprecated?: true
  readonly 'x-extension'?: true
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>

const about = `\
Partners manage their accounts under \`/partners/{partner_id}\`. All other paths act for one account holder.

- Every path also works with the suffix \`.json\`, and lists with \`.csv\`. Any other suffix: 406.
- Send the key in the ${headerNames.key} header or the ${keyParameter} query parameter; the header wins.
- Lists and objects in a query use bracket notation: \`a[]=x\`, \`a[0][b]=x\`.
- Paged lists take \`page\` (default 1) and \`per_page\` (default ${defaultPerPage}, at most ${maxPerPage}).
- A body can be up to ${maxBodyBytes / 1024} KiB. Form operations accept URL-encoded and multipart forms, and JSON with the same fields.
- Every reply has an ${headerNames.requestId} header. A method that a path doesn't accept: 405, with Allow.
- Operations marked \`x-extension\` are this service's own additions.`

/** The OpenAPI 3.1 document, generated from the contract. `baseUrl` is the API's address without a trailing slash. */
export function openApiDocument(baseUrl: string) {
  const schemas = schemasOf()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Site Performance',
      version: '1.0.0',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: tags.map((name) => ({ name })),
    paths: pathsOf(schemas),
    components: {
      schemas: schemas.components,
      headers: {
        RequestId: { description: 'Identifies the request in the logs.', schema: { type: 'string' } },
        RetryAfter: { description: 'When to try again, in seconds.', schema: { type: 'integer' } },
        RateLimit: {
          description: 'What is left of each limit that the request counts for.',
          schema: { type: 'string' },
        },
        RateLimitPolicy: { description: 'These limits.', schema: { type: 'string' } },
      },
      securitySchemes: {
        keyHeader: { type: 'apiKey', in: 'header', name: headerNames.key },
        keyQuery: { type: 'apiKey', in: 'query', name: keyParameter },
        bearer: { type: 'http', scheme: 'bearer', description: 'An extension: the same key, as OAuth 2.1 sends it.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-site-performance',
          description:
            'An extension. A request that writes also needs `Sec-Fetch-Site: same-origin`, which browsers send, or the `Origin` of this service.',
        },
        account: {
          type: 'apiKey',
          in: 'header',
          name: headerNames.account,
          description: 'An extension: the account that a request with a session is about.',
        },
      },
    },
  }
}

function pathsOf(schemas: Schemas): Readonly<Record<string, Readonly<Record<string, Operation>>>> {
  const paths: Record<string, Record<string, Operation>> = {}
  const add = (path: string, method: Method, operation: Operation) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  for (const endpoint of allEndpoints) {
    const operation = operationOf(endpoint, schemas)
    add(endpoint.path, endpoint.method, operation)
    for (const { method, path } of endpoint.also ?? []) {
      const difference = path === endpoint.path ? method.toLowerCase() : (path.split('/').at(-1) ?? '')
      add(path, method, {
        ...operation,
        operationId: `${endpoint.id}.${difference}`,
        description: paragraphs(`Same as ${endpoint.method} ${endpoint.path}.`, endpoint.description),
      })
    }
  }
  return paths
}

function operationOf(endpoint: Endpoint, schemas: Schemas): Operation {
  const replacement = allEndpoints.find(({ id }) => id === endpoint.replacedBy)
  const description = paragraphs(
    endpoint.description,
    replacement && `Deprecated: use ${replacement.method} ${replacement.path}.`,
    endpoint.also && `Also available as ${endpoint.also.map(({ method, path }) => `${method} ${path}`).join(', ')}.`,
    endpoint.extension && 'An extension of this service: clients must work without it.',
  )
  const requestBody = bodyOf(endpoint, schemas)
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(description ? { description } : {}),
    tags: [tagOf(endpoint.id)],
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint, schemas.query(endpoint)),
    ...(requestBody ? { requestBody } : {}),
    responses: repliesOf(endpoint, schemas),
    ...(replacement ? { deprecated: true } : {}),
    ...(endpoint.extension ? { 'x-extension': true } : {}),
  }
}

const byKey = [{ keyHeader: [] }, { bearer: [] }, { keyQuery: [] }] as const

function securityOf({ access }: Endpoint): Operation['security'] {
  switch (access) {
    case 'partner':
      return [...byKey, { session: [] }]
    case 'user':
      return [...byKey, { session: [], account: [] }]
    case 'open':
      return [{}, ...byKey, { session: [], account: [] }]
    case 'session':
      return [{ session: [] }]
    case 'guest':
      return [{}, { session: [] }]
  }
}

const text: JsonSchema = { type: 'string' }

function parametersOf(endpoint: Endpoint, query: JsonSchema | undefined): readonly Parameter[] {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }))
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) =>
    queryParameter(name, schema, query?.required?.includes(name) ?? false),
  )
  const named = inQuery.some(({ name }) => name === 'user_id')
  const byUser = endpoint.access === 'user' && !named ? [queryParameter('user_id', text, false)] : []
  return [...inPath, ...inQuery, ...byUser, ...(isOnce(endpoint) ? [idempotencyKey] : [])]
}

const isOnce = ({ method, access }: Endpoint) => method === 'POST' && access !== 'session' && access !== 'guest'

const idempotencyKey: Parameter = {
  name: headerNames.idempotencyKey,
  in: 'header',
  required: false,
  description: 'The same request with the same key takes effect once, and gets the same reply for 24 hours.',
  schema: text,
}

function queryParameter(name: string, schema: JsonSchema, required: boolean): Parameter {
  const { description = inputDescriptions[name], ...rest } = schema
  const common = { in: 'query', required, ...(description ? { description } : {}), schema: rest } as const
  if (schema.type !== 'array') return { name, ...common }
  return schema.items?.type === 'object'
    ? { name, ...common, style: 'deepObject', explode: true }
    : { name: `${name}[]`, ...common, style: 'form', explode: true }
}

const jsonType = 'application/json'
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', jsonType]

function bodyOf(endpoint: Endpoint, schemas: Schemas): Operation['requestBody'] {
  const schema = schemas.body(endpoint)
  if (!endpoint.body || !schema) return undefined
  const isForm = 'form' in endpoint.body
  const content = Object.fromEntries((isForm ? formTypes : [jsonType]).map((type) => [type, { schema }]))
  // a form whose fields are all optional is optional itself
  return { required: !isForm || schema.$ref !== undefined || schema.required !== undefined, content }
}

const requestId = { [headerNames.requestId]: { $ref: '#/components/headers/RequestId' } }
const rateLimits = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

function repliesOf(endpoint: Endpoint, schemas: Schemas): Readonly<Record<string, Reply>> {
  const csv = endpoint.rows !== undefined && endpoint.method === 'GET'
  const good: Reply = {
    description: csv ? 'Success. With the suffix .csv: the same rows as CSV.' : 'Success.',
    headers: { ...requestId, ...rateLimits },
    content: { [jsonType]: { schema: schemas.reply(endpoint) }, ...(csv ? { 'text/csv': { schema: text } } : {}) },
  }
  const refusals: Readonly<Partial<Record<ErrorStatus, string>>> = endpoint.refusals ?? {}
  const replies: Record<string, Reply> = { 200: good }
  for (const status of errorStatuses(endpoint)) {
    replies[status] = {
      description: refusals[status] ?? statusMeaning[status],
      headers: status === 429 ? { ...requestId, ...rateLimits, ...retryAfter } : requestId,
      content: { [jsonType]: { schema: { $ref: `${schemaAddress}Error` } } },
    }
  }
  return replies
}

/** The error statuses that an operation can answer with. */
function errorStatuses({ body, path, query, refusals }: Endpoint): readonly ErrorStatus[] {
  const statuses = new Set<ErrorStatus>([400, 401, 403, 406, 429, 500, 503])
  if (path.includes('{')) statuses.add(404)
  if (body) for (const status of [413, 415] as const) statuses.add(status)
  if (body || query) statuses.add(422)
  for (const status of [401, 403, 404, 409, 422] as const) if (refusals?.[status]) statuses.add(status)
  return [...statuses].toSorted((a, b) => a - b)
}

function paragraphs(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n')
}
