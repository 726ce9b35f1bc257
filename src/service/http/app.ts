import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { allEndpoints, type Endpoint, headers, type Method } from '../../contract/index.ts'
import { conflict, invalid, HttpError } from '../api/errors.ts'
import type { Handlers } from '../api/handler.ts'
import { JsonReply } from '../api/json-reply.ts'
import { requests } from '../../shared/observed.ts'
import type { ReadOptions } from '../readers/index.ts'
import { rateHeaders, type Rates, recordingRates } from '../api/rate-limits.ts'
import type { Services } from '../api/services.ts'
import { authorise, type Caller, checkUserId, keyOf } from './access.ts'
import { refuseOtherSites } from '../keys/index.ts'
import { browserName, type CookieKind, signOnIn, tokenIn } from '../sessions/index.ts'
import { addressReader } from '../../shared/client-address.ts'
import { compressed } from './compressed.ts'
import { corsFor } from './cors.ts'
import { idempotencyKeyOf, replyOnce } from './idempotency.ts'
import { parseInput, readInput } from './input.ts'
import { loggedPath } from './logged-path.ts'
import { Outages } from './outage.ts'
import { recordsAsCsv } from './records-csv.ts'
import { urlOf } from './url.ts'

/** The API's path on the service's own address. */
export const apiBase = '/api'

type Format = 'json' | 'csv'
type Env = {
  Bindings: { requestId: string; incoming?: { socket?: { remoteAddress?: string } } }
  Variables: { address: string; operation?: string; caller?: Caller; rates?: Rates }
}
/** A handler without its types: the route has validated its input by the endpoint's schemas. */
type AnyHandler = (input: unknown, call: unknown) => Promise<unknown>

/** The API as a fetch handler, with a route for each endpoint of the contract. */
export function apiApp(handlers: Handlers, services: Services): Hono<Env> {
  const app = new Hono<Env>({ getPath: (request) => splitSuffix(urlOf(request).pathname).path })
  const addressOf = addressReader(services.settings.trustedProxies)

  app.use(async (c, next) => {
    const startedAt = performance.now()
    const { requestId } = c.env
    c.set('address', addressOf(c.env.incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for') ?? null))
    // set before the handler runs: changing a finished response is as slow as all the rest of the request
    c.header(headers.requestId, requestId)
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    // a browser that is led to an address of the API saves the reply instead of showing it (OWASP ASVS 4.0.3, 14.4.2)
    c.header('Content-Disposition', 'attachment; filename="api.json"')
    await next()
    const { method, path } = c.req
    const exactMs = performance.now() - startedAt
    const ms = Math.round(exactMs)
    requests.record({ operation: c.get('operation') ?? 'unknown', status: c.res.status, ms: exactMs })
    services.log.info({ requestId, method, path: loggedPath(path), status: c.res.status, ms, ...whoOf(c) }, 'request')
  })
  app.use(corsFor(services.settings.corsOrigins))

  for (const endpoint of fixedFirst(allEndpoints)) {
    const handle = handlers[endpoint.id as keyof Handlers] as AnyHandler
    const answer = (c: Context<Env>) => {
      const rates: Rates = new Map()
      c.set('rates', rates)
      return recordingRates(rates, () => serve(c, endpoint, handle, services))
    }
    for (const { method, path } of [endpoint, ...(endpoint.also ?? [])]) app.on(method, routePath(path), answer)
  }

  app.notFound((c) => unmatched(c))
  const outages = new Outages(services.log)
  app.onError((error, c) => answerError(c, error, services, outages))
  return app
}

async function serve(c: Context<Env>, endpoint: Endpoint, handle: AnyHandler, services: Services): Promise<Response> {
  c.set('operation', endpoint.id)
  const format = formatOf(c, endpoint)
  const path = c.req.param()
  const address = c.get('address')
  const partnerKey = c.req.header(headers.partnerKey)?.trim() || undefined
  const cookieOf = (kind: CookieKind) => tokenIn(c.req.raw, kind, services.settings)
  const token = cookieOf('session')
  const accountId = c.req.header(headers.account)?.trim() || undefined
  const claim = { key: keyOf(c.req.raw), partnerKey, path, address, request: c.req.raw, token, accountId }
  const caller = await authorise(endpoint, claim, services)
  c.set('caller', caller)
  const who = caller.person?.id ?? (caller.partner ?? caller.account)?.id
  if (who !== undefined) await services.limits.requests.count(who)
  const raw = await readInput(endpoint, c.req.raw, c.env.incoming)
  checkUserId(caller, raw)
  const input = parseInput(endpoint, path, raw)
  await refuseOtherSites(input, caller.key, services.database)
  const call = {
    ...caller,
    address,
    services,
    token,
    get signOn() {
      return signOnIn(c.req.raw, services.settings)
    },
    cookieOf,
    get browser() {
      return browserName(c.req.header('user-agent') ?? null)
    },
    setCookie: (cookie: string) => c.header('Set-Cookie', cookie, { append: true }),
    // made when a handler asks for it: most don't
    get signal() {
      return c.req.raw.signal
    },
  }
  const once = idempotencyKeyOf(c.req.raw, endpoint)
  // what somebody is shown depends on their role or their key, and in which account is in no input
  const asked = {
    caller: caller.signedIn
      ? `${who} ${caller.role} ${caller.account?.id ?? ''} ${caller.key?.id ?? ''}`
      : caller.key?.name == null
        ? (who ?? address)
        : `${who} ${caller.key.id}`,
    key: once ?? '',
    request: [endpoint.id, input],
  }
  const reply = await (once === undefined ? handle(input, call) : replyOnce(asked, () => handle(input, call), services))
  if (endpoint.method !== 'GET') {
    const { requestId } = c.env
    services.log.info({ requestId, operation: endpoint.id, ids: { ...path, ...idsOf(reply) }, ...whoOf(c) }, 'change')
  }
  markDeprecated(c, endpoint, path)
  for (const [name, value] of Object.entries(rateHeaders(c.get('rates') ?? noRates))) c.header(name, value)
  if (format === 'csv') {
    const owner = (caller.account ?? caller.partner)?.id ?? address
    const csv = await csvOf(reply, endpoint, services, { owner, signal: c.req.raw.signal })
    return c.body(await compressed(c, csv), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      // saved as a file: a browser must not show what others have written on this origin
      'Content-Disposition': 'attachment; filename="api.csv"',
    })
  }
  const json = reply instanceof JsonReply ? reply.bytes : JSON.stringify(reply)
  return c.body(await compressed(c, json), 200, { 'Content-Type': 'application/json' })
}

const noRates: Rates = new Map()

/** The rows of a reply as CSV. A reply that is JSON already may be large, so a reader thread converts it. */
async function csvOf(
  reply: unknown,
  endpoint: Endpoint,
  { readers }: Services,
  options: ReadOptions,
): Promise<string | Uint8Array<ArrayBuffer>> {
  const { rows } = endpoint
  if (reply instanceof JsonReply && rows)
    return readers.run('csvOfReply', { json: reply.bytes, rows, columns: columnsOf(endpoint) }, options)
  const records = rows ? (reply as Record<string, unknown>)[rows] : reply
  return recordsAsCsv(Array.isArray(records) ? records : [], columnsOf(endpoint))
}

/** Who sent a request, for the log: never the key. */
function whoOf(c: Context<Env>): object {
  const { partner, account, actingPartner, person, key } = c.get('caller') ?? {}
  return {
    address: c.get('address'),
    ...(partner ? { partner: partner.id } : {}),
    ...(actingPartner ? { actingPartner: actingPartner.id } : {}),
    ...(account ? { account: account.id } : {}),
    ...(person ? { person: person.id } : {}),
    ...(key?.name == null ? {} : { key: key.id }),
  }
}

/** The ids in a reply: of what was created or changed. */
function idsOf(reply: unknown): object {
  const fields = typeof reply === 'object' && reply !== null ? Object.entries(reply) : []
  return Object.fromEntries(fields.filter(([name, value]) => /(^|_)id$/.test(name) && typeof value === 'string'))
}

/** The columns of an operation's CSV, by the schema of its rows. */
function columnsOf({ reply, rows }: Endpoint): readonly string[] {
  const list = rows && reply instanceof z.ZodMiniObject ? reply.def.shape[rows] : reply
  const row = list instanceof z.ZodMiniArray ? list.def.element : undefined
  return row instanceof z.ZodMiniObject ? Object.keys(row.def.shape) : ['value']
}

/** Splits `/sites.csv` into `/sites` and `csv`. */
function splitSuffix(pathname: string): { path: string; suffix: string | undefined } {
  const match = /^(.+)\.([A-Za-z0-9_-]+)$/.exec(pathname)
  return match?.[1] && !match[1].endsWith('/')
    ? { path: match[1], suffix: match[2] }
    : { path: pathname, suffix: undefined }
}

function formatOf(c: Context<Env>, endpoint: Endpoint): Format {
  const { suffix } = splitSuffix(urlOf(c.req.raw).pathname)
  if (suffix === undefined || suffix === 'json') return 'json'
  if (suffix === 'csv' && endpoint.rows !== undefined && endpoint.method === 'GET') return 'csv'
  throw new HttpError(
    406,
    `The format ${suffix} is not available here: use .json${endpoint.rows === undefined ? '' : ' or .csv'}.`,
  )
}

/** Paths with fewer parameters come first, so that `/samples/series` isn't read as the sample with the id `series`. */
function fixedFirst(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const parameters = ({ path }: Endpoint) => path.split('{').length
  return endpoints.toSorted((a, b) => parameters(a) - parameters(b))
}

const routePath = (path: string) => apiBase + path.replace(/\{(\w+)\}/g, ':$1')

const addresses = allEndpoints.flatMap((endpoint) =>
  [endpoint, ...(endpoint.also ?? [])].map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${apiBase}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  })),
)

function unmatched(c: Context<Env>): Response {
  const { path } = splitSuffix(urlOf(c.req.raw).pathname)
  const methods = new Set<Method | 'HEAD'>(
    addresses.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
  )
  if (methods.size === 0) return c.json({ error: 'There is nothing at this path.' }, 404)
  if (methods.has('GET')) methods.add('HEAD')
  const allow = [...methods].join(', ')
  return c.json({ error: `This path accepts only ${allow}.` }, 405, { Allow: allow })
}

function answerError(c: Context<Env>, error: Error, { log }: Services, outages: Outages): Response {
  const refusal =
    error instanceof HttpError
      ? error
      : (constraintError(error, c.req.path) ?? outages.refusalOf(error, c.env.requestId))
  if (refusal) {
    const { status, message, fields } = refusal
    const sentence = status >= 500 ? `${message} Quote request ID ${c.env.requestId} when you report it.` : message
    const rates = rateHeaders(c.get('rates') ?? noRates)
    // RFC 6750, section 3
    if (status === 401 && c.req.header('authorization')) c.header('WWW-Authenticate', 'Bearer error="invalid_token"')
    return c.json({ error: sentence, ...(fields ? { fields } : {}) }, status, { ...rates, ...refusal.headers })
  }
  const requestId = c.env.requestId
  if (c.req.raw.signal.aborted) {
    log.info({ requestId }, 'the client closed the connection')
    return c.json({ error: 'The request is incomplete.' }, 400)
  }
  log.error({ requestId, err: error }, 'request failed')
  return c.json(
    { error: `The service failed to process the request. Quote request ID ${requestId} when you report it.` },
    500,
  )
}

/** Two concurrent requests may both pass a check that only a database constraint enforces. */
function constraintError(error: Error, path: string): HttpError | undefined {
  const text = `${error.message} ${'constraint' in error ? String(error.constraint) : ''}`
  if (/accounts_email_once|accounts\.email_lower, accounts\.partner_id/.test(text))
    return invalid({ [path.endsWith('/update_email') ? 'new_email' : 'email']: 'is already used by another account' })
  if (/sites_host_within_account|sites\.account_id, sites\.host/.test(text))
    return invalid({ [path.endsWith('/update_host') ? 'new_host' : 'host']: 'is already a site of this account' })
  if (/FOREIGN KEY constraint failed|violates foreign key/.test(text))
    return conflict('The account or site that this belongs to has just been deleted.')
  return undefined
}

/** 1 January 2026, as RFC 9745 writes it. */
const deprecatedSince = '@1767225600'

/** The date of deprecation (RFC 9745) and the successor (RFC 5829). */
function markDeprecated(c: Context<Env>, endpoint: Endpoint, path: Readonly<Record<string, string>>): void {
  const successor = allEndpoints.find(({ id }) => id === endpoint.replacedBy)
  if (!successor) return
  const address = successor.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
  c.header('Deprecation', deprecatedSince)
  c.header('Link', `<${apiBase}${address}>; rel="successor-version"`)
}
