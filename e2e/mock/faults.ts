import type { Kysely } from 'kysely'
import type { Schema } from '../../src/service/database/index.ts'

/**
 * Faults by host name. A request fails when its address or body contains the name, or when it is about a site with that
 * host, a partner or account with an email address there, or a monitor or test with that name or one of its samples. So
 * a failure seen in a test can be reproduced by hand.
 * With the prefix `writes-only.`, as in `writes-only.fail-503.test`, reads succeed.
 */
const faults = {
  'fail-500.test': () =>
    json(500, 'The service failed to process the request. Quote request ID scripted-fault when you report it.'),
  'fail-503.test': () => json(503, 'The service cannot answer now.'),
  'fail-429.test': () => json(429, 'Too many requests. Try again in 3 s.', { 'Retry-After': '3' }),
  'malformed.test': () =>
    new Response('<!doctype html><title>Not an API</title>', { headers: { 'Content-Type': 'text/html' } }),
  'never.test': () => new Promise<Response>(() => {}),
} as const
const slow = { name: 'slow.test', ms: 2000 }

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

/** The service, with faults in front of it. */
export function withFaults(fetch: Fetch, db: Kysely<Schema>): Fetch {
  return async (request, env) => {
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return fetch(request, env)
    const body = request.body === null ? '' : await request.clone().text()
    const named = [
      decoded(pathname + search),
      decoded(body.replaceAll('+', ' ')),
      ...(await namesOf(pathname + search + body, db)),
    ]
    const hits = (name: string) => named.some((text) => matches(text, name, request.method, pathname))
    const fault = Object.entries(faults).find(([name]) => hits(name))
    if (fault) return fault[1]()
    if (hits(slow.name)) await new Promise((resolve) => setTimeout(resolve, slow.ms))
    return fetch(request, env)
  }
}

/** Decodes ASCII only, which is enough for the names of faults. Anything else is left to the service. */
function decoded(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * Whether a text names a fault that applies to the request. A name that ends in `.at-settings.test` applies only to
 * paths with that part; the prefix `writes-only.` excludes reads.
 */
function matches(text: string, name: string, method: string, pathname: string): boolean {
  if (text.includes(name)) return !(method === 'GET' && text.includes(`writes-only.${name}`))
  const [, end = '', part = ''] = /(\.at-(\w+)\.test)/.exec(text) ?? []
  return end !== '' && text.includes(name.replace('.test', end)) && pathname.split('/').includes(part)
}

/** The hosts, email addresses and names of the records with an id in the text. */
async function namesOf(text: string, db: Kysely<Schema>): Promise<string[]> {
  const ids = text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []
  if (ids.length === 0) return []
  const sites = await db.selectFrom('sites').select('host').where('id', 'in', ids).execute()
  const accounts = await db.selectFrom('accounts').select('email').where('id', 'in', ids).execute()
  const partners = await db.selectFrom('partners').select('email').where('id', 'in', ids).execute()
  const monitors = await db
    .selectFrom('monitors')
    .select('name')
    .where((eb) =>
      eb.or([
        eb('id', 'in', ids),
        eb('id', 'in', eb.selectFrom('samples').select('monitor_id').where('id', 'in', ids)),
      ]),
    )
    .execute()
  const emails = [...accounts, ...partners].map(({ email }) => email)
  return [...sites.map(({ host }) => host), ...emails, ...monitors.map(({ name }) => name)]
}

function json(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers: { 'X-Request-Id': 'scripted-fault', ...headers } })
}
