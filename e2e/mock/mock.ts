import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import { pino } from 'pino'
import { allEndpoints } from '../../src/contract/index.ts'
import { claimRecord } from '../../src/contract/host-claims.ts'
import { edgeAddresses, isRootDomain } from '../../src/service/sites/index.ts'
import { Runner } from '../../src/service/monitoring/index.ts'
import { assemble, type Service } from '../../src/service/service.ts'
import { settingsFrom } from '../../src/service/configuration/configuration.ts'
import type { Clock } from '../../src/service/world/world.ts'
import { withDemoDns } from './demo-dns.ts'
import { type MockEdge, startMockEdge } from './edge.ts'
import { withFaults } from './faults.ts'
import { dataCenters } from './seed-samples.ts'
import { seed, type Seeded, type Size } from './seed.ts'
import { databaseFrom, keepAsTemplate, type Template, templateOf } from './template.ts'
import { withUnknownRecords } from './unknown-records.ts'
import { scriptedProbes, type ScriptedWorld, scriptedWorld } from './world.ts'

export interface MockOptions {
  readonly clock: Clock
  readonly size: Size
  /** 0 picks a free port. */
  readonly port?: number
  readonly host?: string
  /** Where the edge listens; by default at the same host, on a free port. */
  readonly edgePort?: number
  readonly edgeHost?: string
  /** Leaves out the extensions: the operations that the service's document doesn't list. */
  readonly documentedOnly?: boolean
  /** Replies with records that have unknown fields. */
  readonly unknownRecords?: boolean
  /** Whether its configuration says that it has sessions, where it has them. */
  readonly sessions?: boolean
  /** Offers to set the DNS record of a site that waits for it. */
  readonly demoDns?: boolean
  /** The data to start with; seeded now if left out. */
  readonly template?: Template
}

export interface Mock extends Seeded {
  readonly url: string
  readonly service: Service
  readonly world: ScriptedWorld
  /** The edge of this world, which starts with the first call. */
  readonly edge: () => Promise<MockEdge>
  stop(): Promise<void>
}

/** The real service in a scripted world, on an in-memory database of its own. */
export async function startMock({
  clock,
  size,
  port = 0,
  host = '127.0.0.1',
  edgePort = 0,
  edgeHost = host,
  documentedOnly = false,
  unknownRecords = false,
  sessions = true,
  demoDns = false,
  template = templateOf(JSON.stringify([size, clock.now()])),
}: MockOptions): Promise<Mock> {
  const database = await databaseFrom(template)
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent', base: null })
  // the service needs its own address, and the port is known only once the server listens
  const server = createAdaptorServer({ fetch: (request, env) => handle(request, env) })
  let handle: (request: Request, env: unknown) => Response | Promise<Response> = () =>
    new Response(null, { status: 503 })
  server.listen(port, host)
  await once(server, 'listening')
  const url = `http://${host}:${(server.address() as AddressInfo).port}`

  const settings = settingsFrom({
    PUBLIC_URL: url,
    LOCATION: 'Frankfurt',
    // so that browsers open preview addresses
    SERVICE_DOMAIN: 'edge.localhost',
    EDGE_TLS_PORT: '0',
    ACME_DIRECTORY: 'https://authority.example/directory',
  })
  const scripted = scriptedWorld(clock)
  const probesAt = (location: string) => scriptedProbes({ clock, troubles: scripted.troubles, location })
  const world: ScriptedWorld = {
    ...scripted,
    probes: probesAt(settings.location),
    origins: { head: async (question) => (await runningEdge()).origins.head(question) },
  }
  let edge: MockEdge | undefined
  let startingEdge: Promise<MockEdge> | undefined
  const startTheEdge = async () => {
    const { location } = settings
    edge = await startMockEdge({ database, clock, log, location, host: edgeHost, port: edgePort })
    return edge
  }
  const runningEdge = () => (startingEdge ??= startTheEdge())
  const service = assemble({
    settings: {
      ...settings,
      get edgePort() {
        return edge?.port ?? settings.edgePort
      },
    },
    database,
    masterKey: template.masterKey,
    world,
    log,
    wakeEdge: () => edge?.wake(),
    dashboardDir: process.env['DASHBOARD_DIR'] ?? fileURLToPath(new URL('../../dist', import.meta.url)),
  })
  const { seeded, answers, troubles } =
    template.world ?? (await keepAsTemplate(template, database, await seed(service.services, world, size), world))
  for (const [name, answer] of answers) world.dns.set(name, answer)
  for (const [name, trouble] of troubles) world.troubles.set(name, trouble)
  const whole = withEdge(
    (request, env) => service.app.fetch(request, env as object),
    () => edge,
  )
  // what changes replies has to read them
  const readable = unknownRecords || documentedOnly ? uncompressed(whole) : whole
  const app = withFaults(unknownRecords ? withUnknownRecords(readable) : readable, database.db)
  const withOptions = sessions ? app : withConfig(app, { sessions: false, passkeys: false })
  // the gallery is in no real service
  const gallery = withConfig(documentedOnly ? withoutExtensions(withOptions) : withOptions, { gallery: true })
  const sites = database.db
    .selectFrom('sites')
    .select(['host', 'service_cname', 'state', 'counterpart', 'counterpart_dns'])
  handle = demoDns
    ? withDemoDns(gallery, {
        siteOf: (id) => sites.where('id', '=', id).executeTakeFirst(),
        setRecords: async (name, target) => {
          if (!isRootDomain(name)) return world.dns.set(name, { kind: 'cname', target })
          const { up: all } = await edgeAddresses(service.services)
          world.dns.set(name, { kind: 'address', address: all[0] ?? '', all })
          const record = claimRecord(name, target)
          world.dns.txt.set(record.name, [record.value])
        },
      })
    : gallery
  const elsewhere = Object.entries(dataCenters).map(
    ([location, dataCenter]) =>
      new Runner({ ...service.services, world: { ...world, probes: probesAt(location) } }, { location, dataCenter }),
  )
  await service.start()
  for (const runner of elsewhere) await runner.start()

  return {
    ...seeded,
    url,
    service,
    world,
    edge: runningEdge,
    async stop() {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await Promise.all([service.stop(), (await startingEdge)?.stop(), ...elsewhere.map((runner) => runner.stop())])
      await database.close()
    },
  }
}

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>

/** The edge does at once what a request changed, and a read of traffic has everything that was counted. */
function withEdge(fetch: Fetch, running: () => MockEdge | undefined): Fetch {
  return async (request, env) => {
    const edge = running()
    const isRead = request.method === 'GET'
    if (isRead && /\/optimizer(?:\.json)?$/.test(new URL(request.url).pathname)) await edge?.flush()
    const reply = await fetch(request, env)
    if (!isRead) await edge?.follow()
    return reply
  }
}

function uncompressed(fetch: Fetch): Fetch {
  return (request, env) => {
    const headers = new Headers(request.headers)
    headers.delete('accept-encoding')
    return fetch(new Request(request, { headers }), env)
  }
}

/** Has the dashboard's configuration say something else. */
function withConfig(fetch: Fetch, more: object): Fetch {
  return async (request, env) => {
    const reply = await fetch(request, env)
    if (new URL(request.url).pathname !== '/config.json') return reply
    return Response.json({ ...((await reply.json()) as object), ...more }, { headers: reply.headers })
  }
}

/** Answers like a service without the extensions. */
function withoutExtensions(fetch: Fetch): Fetch {
  const patterns = allEndpoints
    .filter(({ extension }) => extension)
    .map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}(\\.\\w+)?$`),
    }))
  return (request, env) => {
    const { pathname } = new URL(request.url)
    const extension = patterns.some(({ method, pattern }) => method === request.method && pattern.test(pathname))
    if (extension) return Response.json({ error: 'There is nothing at this path.' }, { status: 404 })
    return documented(fetch(request, env))
  }
}

const addedFields: ReadonlySet<string> = new Set([
  'revision',
  'runner_delay',
  'judged',
  'late_ms',
  'round',
  'deleted',
  'limits',
  'next_round_at',
  'device',
  'company',
  'phone',
  'welcome_email',
  'redirect',
  'reseller',
  'addon',
  'idempotency_keys',
  'sessions',
])

/** What this service adds to the accounts of the list, under names that other records have. */
const addedToAccounts: ReadonlySet<string> = new Set(['plan', 'last_sign_in_at', 'sites', 'troubled_sites', 'severity'])

function withoutAdded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('troubled_sites' in value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !addedToAccounts.has(name)))
}

/** The reply without the fields that this service adds: `dns` of a site and those above. */
async function documented(reply: Response | Promise<Response>): Promise<Response> {
  const response = await reply
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response
  const record: unknown = await response.json()
  // a sample's `dns` is a number and documented
  const isOurs = (name: string, value: unknown) =>
    (name === 'dns' && typeof value === 'object' && value !== null) || addedFields.has(name)
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const text = JSON.stringify(record, (name, value: unknown) => (isOurs(name, value) ? undefined : withoutAdded(value)))
  return new Response(text, { status: response.status, headers })
}
