import { encodeQuery, type Endpoint, fillPath } from '../../contract/index.ts'
import type { Answer, TestService } from './service.ts'
import type { Populated } from './fixtures.ts'
import { ownPage } from './people.ts'

/** The formats in which a form can be sent. */
export const formats = ['form', 'multipart', 'json'] as const
export type Format = (typeof formats)[number]

export interface Sent {
  readonly ids: Readonly<Record<string, string>>
  readonly key?: string | undefined
  /** Of a session. Without one, an operation of sessions is called by nobody. */
  readonly cookie?: string | undefined
  /** Of the client. */
  readonly address?: string | undefined
  /** In place of what a page of the service sends. */
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: unknown
  readonly body?: unknown
  /** JSON by default. */
  readonly format?: Format
}

/** Sends a request to an endpoint, with any input. */
export function send(service: TestService, endpoint: Endpoint, sent: Sent): Promise<Answer> {
  const { headers, cookie, key, address } = sent
  const isOfBrowser = cookie !== undefined || endpoint.access === 'guest' || endpoint.access === 'session'
  return service.call(endpoint.method, fillPath(endpoint.path, sent.ids), {
    key,
    address,
    headers: { ...(headers ?? (isOfBrowser ? ownPage : {})), ...(cookie === undefined ? {} : { Cookie: cookie }) },
    query: textOf(sent.query),
    ...bodyOf(sent),
  })
}

/** What shows that an endpoint may be called: a key, or a cookie where it's about a session. */
export function credentialFor(
  { access, id }: Endpoint,
  { partner, account, cookie, pendingCookie }: Populated,
): Pick<Sent, 'key' | 'cookie'> {
  switch (access) {
    case 'partner':
      return { key: partner.key }
    case 'session':
      return { cookie }
    case 'guest':
      return /\.(?:beginPasskey|signInWith(?:Passkey|Code))$/.test(id) ? { cookie: pendingCookie } : {}
    default:
      return { key: account.key }
  }
}

/** Whether a key opens an endpoint, rather than a session or what is sent to it. */
export const takesKey = ({ access }: Endpoint) => access !== 'session' && access !== 'guest'

/** The schema of the body, whether form or JSON. */
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
  // a multipart body needs at least one part
  if (fields.length === 0) return { json: {} }
  return { body: parts }
}

/** Fields as a query or URL-encoded form. Any other value as JSON. */
export function textOf(fields: unknown): string {
  return isObject(fields) ? encodeQuery(fields).toString() : (JSON.stringify(fields) ?? '')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
