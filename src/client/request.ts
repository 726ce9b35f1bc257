import { encodeQuery, headers, urlOf, type Endpoint } from '../contract/index.ts'

/** The input of any endpoint. */
export interface WireInput {
  readonly path?: Readonly<Record<string, string>> | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

/** Who calls, and where. */
export interface Caller {
  /** Of the API, without a trailing slash: an absolute URL or, in a browser, a path. */
  readonly baseUrl: string
  /** Open endpoints need none. */
  readonly key?: string | undefined
  /** Of a partner that uses an account's key, for a service that notes who that is. */
  readonly partnerKey?: string | undefined
  /** Of a browser that is signed in by cookie: the account that requests to the user API are about. */
  readonly session?: { readonly account?: string | undefined } | undefined
  /** The account that the key belongs to, which requests to the user API then name. */
  readonly userId?: string | undefined
}

/** Builds the request of a call. The keys go only into their headers. */
export function requestOf(
  endpoint: Endpoint,
  input: WireInput,
  { baseUrl, key, partnerKey, session, userId }: Caller,
  idempotencyKey?: string,
): { url: string; init: RequestInit } {
  const user = endpoint.access === 'user' && userId ? { user_id: userId } : {}
  const isForm = endpoint.body !== undefined && 'form' in endpoint.body
  const query = isForm ? input.query : { ...user, ...input.query }
  const requestHeaders: Record<string, string> = { Accept: 'application/json' }
  if (key) requestHeaders[headers.key] = key
  if (partnerKey) requestHeaders[headers.partnerKey] = partnerKey
  if (session?.account && endpoint.access !== 'partner') requestHeaders[headers.account] = session.account
  // a string of structured fields (RFC 9651), as the header's draft has it
  if (idempotencyKey) requestHeaders[headers.idempotencyKey] = `"${idempotencyKey}"`
  const init: RequestInit = {
    method: endpoint.method,
    headers: requestHeaders,
    credentials: session ? 'same-origin' : 'omit',
    cache: 'no-store',
    // the API has none, and the keys would go where it leads
    redirect: 'error',
  }
  if (isForm) {
    // fetch sets the Content-Type for URLSearchParams
    init.body = encodeQuery({ ...user, ...fieldsOf(input.body) })
  } else if (endpoint.body) {
    requestHeaders['Content-Type'] = 'application/json'
    init.body = JSON.stringify(input.body)
  }
  return { url: `${baseUrl}${urlOf(endpoint, { path: input.path, query })}`, init }
}

function fieldsOf(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {}
}
