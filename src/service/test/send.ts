import { encodeQuery, type Endpoint, fillPath } from '../../contract/index.ts'
import type { Answer, TestService } from './service.ts'
import type { Populated } from './fixtures.ts'

/** How a form may come. */
export const formats = ['form', 'multipart', 'json'] as const
export type Format = (typeof formats)[number]

export interface Sent {
  readonly ids: Readonly<Record<string, string>>
  readonly key?: string | undefined
  readonly query?: unknown
  readonly body?: unknown
  /** JSON where left out. */
  readonly format?: Format
}

/** Makes the call that an endpoint describes, whatever the input is. */
export function send(service: TestService, endpoint: Endpoint, sent: Sent): Promise<Answer> {
  return service.call(endpoint.method, fillPath(endpoint.path, sent.ids), {
    key: sent.key,
    query: textOf(sent.query),
    ...bodyOf(sent),
  })
}

/** The key with which an operation is made to succeed. */
export function keyFor({ access }: Endpoint, { partner, account }: Populated): string {
  return access === 'partner' ? partner.key : account.key
}

/** The schema of the body, in whatever form it comes. */
export function bodySchema({ body }: Endpoint) {
  if (!body) return undefined
  return 'form' in body ? body.form : body.json
}

function bodyOf({ body, format }: Sent): { json?: unknown; body?: BodyInit; form?: Record<string, string> } {
  if (body === undefined) return {}
  if (!isObject(body) || format === undefined || format === 'json') return { json: body }
  const fields = [...encodeQuery(body)]
  if (format === 'form') return { form: Object.fromEntries(fields) }
  const parts = new FormData()
  for (const [name, value] of fields) parts.append(name, value)
  // a multipart body without a part is none
  if (fields.length === 0) return { json: {} }
  return { body: parts }
}

/** Fields as a query or a URL-encoded form; whatever else is sent as JSON stands there as it is. */
export function textOf(fields: unknown): string {
  return isObject(fields) ? encodeQuery(fields).toString() : (JSON.stringify(fields) ?? '')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
