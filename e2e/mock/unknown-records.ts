/*
 * Gives monitors, tests, samples, profiles, schedules and delivery networks unknown fields. The published document
 * doesn't define their fields, so another implementation may use different ones. Ids that the dashboard links to are
 * kept, so that a record can be opened.
 */

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>
type Fields = Readonly<Record<string, unknown>>

const list = /^\/api\/(?:.*\/)?(monitors|tests|samples)(\.json)?$/
const one = /^\/api\/(?:.*\/)?(monitors|tests|samples)\/[^/]+(\/(start|stop|pause))?(\.json)?$/

const documents = /\/sites\/[^/]+\/(profiles|tods|adn|settings)(?:\/[^/]+)?(?:\.json)?$/

/** Replaces the records in every successful reply with records that have unknown fields. */
export function withUnknownRecords(fetch: Fetch): Fetch {
  return async (request, env) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return fetch(request, env)
    const kind = (list.exec(pathname) ?? one.exec(pathname))?.[1]
    const response = await fetch(request, env)
    const document = documents.exec(pathname)?.[1]
    if (document && response.ok) return Response.json(foreignDocument(document, await response.json()))
    if (/^\/api\/sites(\.json)?$/.test(pathname) && request.method === 'GET' && response.ok)
      return Response.json(bareList(await response.json()))
    if (!kind || !response.ok || pathname.endsWith('/series')) return response
    const body: unknown = await response.json()
    return Response.json(foreignReply(kind, body), { status: response.status })
  }
}

function foreignReply(kind: string, body: unknown): unknown {
  const foreign = kind === 'samples' ? foreignSample : kind === 'tests' ? foreignTest : foreignMonitor
  if (Array.isArray(body)) return body.map((record: Fields) => foreign(record))
  const { rows } = body as { rows?: readonly Fields[] }
  if (!rows) return foreign(body as Fields)
  // the document defines `rows` for monitors and tests, but nothing for samples
  return kind === 'samples' ? { samples: rows.map(foreign), next: null } : { rows: rows.map(foreign) }
}

/** The document doesn't define a wrapper for the account holder's sites. */
function bareList(body: unknown): unknown {
  return (body as { sites: unknown }).sites
}

/** Some fields have another type, others have unknown names. */
function foreignMonitor({ id, name, status, created_at }: Fields): Fields {
  return {
    id,
    label: name,
    state: { running: status === 'RUNNING', since: created_at },
    constants: 'https://www.example/foreign',
    variables: [{ place: 'North', line: 'fast' }],
    timing: { interval: '30 minutes' },
    last_sample: { verdict: 'fine', took: '1.2 s' },
    created_at: 1_763_000_000,
    tags: ['shop', 'front page'],
  }
}

/** Even the id has another name. */
function foreignTest({ id, name, status }: Fields): Fields {
  return { test_key: id, title: name, progress: status === 'RUNNING' ? 0.5 : 1, rounds: { asked: 3, done: 3 } }
}

function foreignSample({ id, profile_id, taken_at }: Fields): Fields {
  return {
    id,
    profile: { key: profile_id },
    taken_at: { date: taken_at, zone: 'UTC' },
    sample_type: 'fine',
    issues: 'none',
    metrics: [{ name: 'first byte', value: 120, unit: 'ms' }],
    requests: [{ address: 'https://www.example/foreign', took: 88 }],
    headers: { server: 'foreign' },
    weather: 'sunny',
  }
}

function foreignDocument(kind: string, body: unknown): unknown {
  if (kind === 'settings') return { mode: 'aggressive', rules: [{ when: 'always', does: ['keep', 'shrink'] }] }
  const { document } = body as { document: Fields | readonly Fields[] }
  const foreign = kind === 'profiles' ? foreignProfile : kind === 'tods' ? foreignTod : foreignNetwork
  return { document: Array.isArray(document) ? document.map(foreign) : foreign(document as Fields), success: true }
}

function foreignProfile({ id, name }: Fields): Fields {
  return { id, title: name, audience: { share: 0.5, countries: ['NO', 'SE'] }, legacy: null }
}

function foreignTod({ profile_id }: Fields): Fields {
  return { profile: profile_id, hours: [{ from: '08:00', to: '20:00', level: 'full' }], zone: 'Europe/Oslo' }
}

function foreignNetwork({ nodes }: Fields): Fields {
  return { topology: 'ring', members: nodes, spare: [] }
}
