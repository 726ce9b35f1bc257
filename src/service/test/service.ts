import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { encodeQuery, type Endpoint, type InputOf, type ReplyOf, urlOf } from '../../contract/index.ts'
import { ScriptedClock } from '../../../e2e/mock/clock.ts'
import { type ScriptedWorld, scriptedWorld } from '../../../e2e/mock/world.ts'
import { type Account, type Database, openDatabase } from '../database/index.ts'
import { Partners } from '../accounts/index.ts'
import { hashOf, newKey } from '../secrets/index.ts'
import { assemble, type Service } from '../service.ts'
import { settingsFrom } from '../configuration/configuration.ts'
import type { World } from '../world/world.ts'
import { databaseInMemory, imageOf } from './database-in-memory.ts'
import { databaseServer } from './database-server.ts'
import { keepRows, lentDatabase } from './lent-database.ts'

/** The time at which every scripted world starts. */
export const start = Date.UTC(2026, 10, 21, 8)

export interface TestOptions {
  /** Changes to the scripted world. */
  readonly world?: (world: ScriptedWorld, clock: ScriptedClock) => World
  readonly env?: Readonly<Record<string, string>>
  /** A database to share with another service of the same test. By default, each service has its own. */
  readonly database?: Database
  readonly clock?: ScriptedClock
  readonly masterKey?: Uint8Array
  readonly log?: Logger
}

interface CallOptions {
  readonly key?: string | undefined
  readonly query?: string | object
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: BodyInit
  readonly headers?: Readonly<Record<string, string>>
  /** The client's address. */
  readonly address?: string | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body if it is JSON, or else null. */
  readonly body: unknown
}

/** An id and key to sign in with. */
export interface SignIn {
  readonly id: string
  readonly key: string
}

export interface TestService extends Service {
  readonly clock: ScriptedClock
  readonly world: ScriptedWorld
  readonly db: Database['db']
  /** Sends a request without a socket. `path` is relative to `/api`. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
  /** Calls an endpoint and checks the reply against the contract. @throws where the request is refused */
  readonly ask: <E extends Endpoint>(endpoint: E, input: InputOf<E>, key?: string) => Promise<ReplyOf<E>>
  readonly makePartner: (kind?: { name?: string; reseller?: boolean; addon?: boolean }) => Promise<SignIn>
  /** Adds an account without a site directly to the database. */
  readonly makeAccount: (partner: SignIn, fields?: Partial<Account>) => Promise<SignIn>
}

/** Starts the service in this process, in a scripted world and on an empty database. It stops when the test ends. */
export async function testService(options: TestOptions = {}): Promise<TestService> {
  const clock = options.clock ?? new ScriptedClock(start)
  const database = options.database ?? (await emptyDatabase())
  const world = scriptedWorld(clock)
  const service = assemble({
    settings: settingsFrom({ PUBLIC_URL: 'https://perf.example', SERVICE_DOMAIN: 'edge.example', ...options.env }),
    database,
    masterKey: options.masterKey ?? randomBytes(32),
    world: options.world?.(world, clock) ?? world,
    log: options.log ?? pino({ level: 'silent' }),
    // no test asks for the dashboard
    dashboardDir: import.meta.dirname,
  })
  onTestFinished(async () => {
    await service.stop()
    await service.close()
  })
  const partners = new Partners(database, service.services.vault)

  const call: TestService['call'] = async (method, path, given = {}) => {
    const response = await service.app.fetch(requestOf(method, path, given), {
      incoming: { socket: { remoteAddress: given.address ?? '192.0.2.1' } },
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, headers: response.headers, text, body: isJson && text ? JSON.parse(text) : null }
  }

  return {
    ...service,
    clock,
    world,
    db: database.db,
    call,
    async ask(endpoint, input, key) {
      const path = urlOf(endpoint, input)
      const isForm = endpoint.body !== undefined && 'form' in endpoint.body
      const sent = endpoint.body === undefined ? {} : isForm ? { form: textOf(input.body) } : { json: input.body }
      const answer = await call(endpoint.method, path, { key, ...sent })
      if (answer.status !== 200) throw new Error(`${endpoint.method} ${path} answered ${answer.status}: ${answer.text}`)
      return endpoint.reply.parse(answer.body) as ReplyOf<typeof endpoint>
    },
    async makePartner({ name = 'Nordhost', ...kind } = {}) {
      const { partner, key } = await partners.create({ name, email: 'partner@example.com', ...kind }, clock.now())
      return { id: partner.id, key }
    },
    async makeAccount(partner, fields = {}) {
      const key = newKey()
      const row = {
        ...accountRow(partner.id, key, clock.now()),
        key_sealed: service.services.vault.seal(key),
        ...fields,
      }
      await database.db.insertInto('accounts').values(row).execute()
      return { id: row.id, key }
    },
  }
}

function accountRow(partnerId: string, key: string, now: number): Omit<Account, 'key_sealed'> {
  const id = randomUUID()
  return {
    id,
    partner_id: partnerId,
    name: 'Fjord Bikes',
    name_lower: 'fjord bikes',
    email: `${id}@example.com`,
    email_lower: `${id}@example.com`,
    first_name: null,
    last_name: null,
    company: null,
    phone: null,
    plan: 'free',
    factor_required: 0,
    key_hash: hashOf(key),
    created_at: now,
    last_sign_in_at: null,
  }
}

function requestOf(method: string, path: string, { key, query, form, json, body, headers, address: _ }: CallOptions) {
  const search = typeof query === 'object' ? encodeQuery({ ...query }).toString() : (query ?? '')
  const url = `http://localhost/api${path}${search ? `${path.includes('?') ? '&' : '?'}${search}` : ''}`
  const content = form ? new URLSearchParams(form) : json === undefined ? body : JSON.stringify(json)
  return new Request(url, {
    method,
    ...(content === undefined ? {} : { body: content }),
    headers: {
      ...(key === undefined ? {} : { 'SERVICE-API-KEY': key }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
  })
}

function textOf(fields: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...(fields as object) }).map(([name, value]) => [name, String(value)]))
}

interface DatabaseOptions {
  /** Whether heavy reads run in threads, as in production. Most tests do without: starting them takes a while. */
  readonly readerThreads?: boolean
  /** Whether PostgreSQL's clock counts, as in production. Most tests have a scripted one instead. */
  readonly ownClock?: boolean
}

/** Opens an empty database, and closes it when the test ends. On PostgreSQL, each test file has its own. */
export async function emptyDatabase({
  readerThreads = false,
  ownClock = false,
}: DatabaseOptions = {}): Promise<Database> {
  const opened = databaseServer ? await lentDatabase() : await embeddedDatabase(readerThreads)
  onTestFinished(() => opened.close())
  return {
    ...opened,
    ...(readerThreads ? {} : { readerUrl: null }),
    hasOwnClock: ownClock && opened.hasOwnClock,
  }
}

/** In memory, or in a file that threads can open too. */
async function embeddedDatabase(inFile: boolean): Promise<Database> {
  if (!inFile) return databaseInMemory()
  const folder = mkdtempSync(join(tmpdir(), 'database-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return openDatabase(join(folder, 'test.db'))
}

/**
 * Services that start with what `fill` has put into another, once for each test file. A copy takes a fifth of the time.
 * All have the same `options`.
 */
export function copiesOf<T>(
  fill: (service: TestService) => Promise<T>,
  options: Omit<TestOptions, 'database' | 'masterKey'> = {},
): () => Promise<{ readonly service: TestService; readonly made: T }> {
  const masterKey = randomBytes(32)
  const make = async (file: string | undefined) => {
    const database = await emptyDatabase()
    const service = await testService({ ...options, masterKey, database })
    const made = await fill(service)
    await service.stop()
    return { file, made, copy: await copierOf(database) }
  }
  let original: Awaited<ReturnType<typeof make>> | undefined
  return async () => {
    const file = expect.getState().testPath
    if (original === undefined || original.file !== file) original = await make(file)
    const opened = await original.copy()
    onTestFinished(() => opened.close())
    const database = { ...opened, readerUrl: null, hasOwnClock: false }
    return { service: await testService({ ...options, masterKey, database }), made: original.made }
  }
}

async function copierOf(database: Database): Promise<() => Promise<Database>> {
  if (databaseServer) {
    const rows = await keepRows(database.db)
    return () => lentDatabase(rows)
  }
  const image = await imageOf(database)
  return () => databaseInMemory(image)
}
