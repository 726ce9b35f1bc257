import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { encodeQuery, fleetSorts, type listFleet, type ReplyOf, troubles } from '../src/contract/index.ts'
import { ScriptedClock } from '../e2e/mock/clock.ts'
import { randomFrom } from '../e2e/mock/random.ts'
import { scriptedWorld } from '../e2e/mock/world.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { type Database, openDatabase } from '../src/service/database/index.ts'
import { Partners } from '../src/service/partners.ts'
import { assemble } from '../src/service/service.ts'
import { settingsFrom } from '../src/service/configuration.ts'
import { measure, printTable, type Row, timed } from './measure.ts'

const sites = 100_000
const sitesOfAccount = 4
/** One of so many sites is in trouble: 2 %. */
const troubleOf = 50
const runs = 100
/** Median, in ms. */
const limit = 30

/** The fleet of a partner with 100,000 sites, through the whole service except the socket. */
async function fleetBench(kind: 'SQLite' | 'PostgreSQL'): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-fleet-'))
  const cluster = kind === 'PostgreSQL' ? await startPostgres() : undefined
  const database = await openDatabase(cluster?.url ?? join(folder, 'bench.db'))
  try {
    return printTable(`${kind}: ${sites.toLocaleString('en')} sites, 2 % in trouble`, await measureFleet(database))
  } finally {
    await database.close()
    cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureFleet(database: Database): Promise<Row[]> {
  const service = assemble({
    settings: settingsFrom({}),
    database,
    masterKey: randomBytes(32),
    world: scriptedWorld(new ScriptedClock(Date.now())),
    log: pino({ level: 'silent' }),
    dashboardDir: import.meta.dirname,
  })
  const { partner, key } = await new Partners(database, service.services.vault).create({
    name: 'Bench',
    email: 'b@example.com',
  })
  await fill(database, partner.id)

  const get = async (path: string, query: object): Promise<unknown> => {
    const url = `http://localhost/api/partners/${partner.id}${path}?${encodeQuery({ ...query }).toString()}`
    const response = await service.app.fetch(new Request(url, { headers: { 'SERVICE-API-KEY': key } }), {})
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const rows: Row[] = []
  const run = async (what: string, path: string, query: object) =>
    rows.push(timed(what, await measure(runs, () => get(path, query)), { median: limit }))
  const list = (what: string, query: object) => run(what, '/sites', { per_page: 25, ...query })

  await list('first page', {})
  for (const sort_by of Object.keys(fleetSorts)) await list(`first page, by ${sort_by}`, { sort_by })
  for (const trouble of troubles) await list(`first page, ${trouble}`, { trouble })
  await list('search that finds many', { search_term: 'shop' })
  await list('search that finds one host', { search_term: 'shop77777.' })
  await list('search that finds one account', { search_term: 'account12345@' })
  await list('search that finds none', { search_term: 'nowhere' })
  await list('search in those that are down', { search_term: 'shop', trouble: 'down' })
  const { revision } = (await get('/sites', {})) as ReplyOf<typeof listFleet>
  await run('poll, nothing changed', '/sites/changes', { revision })
  await service.close()
  return rows
}

/** Inserts rows directly: through the API, hashing the passwords alone would take hours. */
async function fill({ db }: Database, partnerId: string): Promise<void> {
  const random = randomFrom('fleet')
  const now = Date.now()
  const perBatch = 500
  const accounts = Array.from({ length: sites / sitesOfAccount }, (_, i) => ({
    id: uuid(),
    partner_id: partnerId,
    name: `Account ${i}`,
    name_lower: `account ${i}`,
    email: `account${i}@example.com`,
    email_lower: `account${i}@example.com`,
    plan: 'paid' as const,
    key_hash: randomBytes(32).toString('hex'),
    key_sealed: randomBytes(64).toString('base64'),
    password_hash: randomBytes(32).toString('base64'),
    created_at: now,
  }))
  const all = Array.from({ length: sites }, (_, i) => {
    const label = i.toString(16)
    return {
      id: uuid(),
      account_id: accounts[Math.floor(i / sitesOfAccount)]?.id ?? '',
      host: `${i % 3 === 0 ? 'shop' : 'www'}${i}.example`,
      first: i % sitesOfAccount === 0 ? 1 : 0,
      deferred: 0,
      state: ['active', 'active', 'active', 'trial', 'preview', 'bypass', 'maintenance', 'active'][i % 8] ?? 'active',
      resume_state: 'active',
      service_cname: `s-${label}.edge.example`,
      preview_host: `p-${label}.edge.example`,
      https: 1,
      check_certificate: 0,
      next_look_at: now,
      created_at: now,
    }
  })
  const kinds = ['down', 'slow', 'dns', 'resources'] as const
  const incidents = all.flatMap(({ id, account_id, host }, i) => {
    const kind = kinds[Math.floor(i / troubleOf) % kinds.length]
    if (i % troubleOf !== 0 || kind === undefined) return []
    const at = now - Math.round(random() * 86_400_000)
    const times = { started_at: at, ended_at: null, opened_at: at, closed_at: null, end_reason: null }
    const severity = { down: 3, slow: 1, dns: 2, resources: 2 }[kind]
    return [{ id: uuid(), account_id, site_id: id, host, kind, severity, cause: 'HTTP 503', partly: 0, ...times }]
  })
  await db.transaction().execute(async (trx) => {
    for (let i = 0; i < accounts.length; i += perBatch)
      await trx
        .insertInto('accounts')
        .values(accounts.slice(i, i + perBatch))
        .execute()
    for (let i = 0; i < all.length; i += perBatch)
      await trx
        .insertInto('sites')
        .values(all.slice(i, i + perBatch))
        .execute()
    for (let i = 0; i < incidents.length; i += perBatch)
      await trx
        .insertInto('incidents')
        .values(incidents.slice(i, i + perBatch))
        .execute()
  })
  // figures as the worker computes them
  const hours = JSON.stringify(Array.from({ length: 24 }, () => Math.round(1000 + 2000 * random())))
  await sql`update site_status set availability = 1 - (length(host) % 7) / 1000.0, lcp = 1000 + 37 * (length(search) % 90),
    lcp_before = 1500, lcp_hours = ${hours}, requests = 11 * (length(search) % 900), offload = 0.8,
    measured_at = ${now}`.execute(db)
  await sql`analyze`.execute(db)
}

const only = process.env['FLEET_DATABASE']
const results: boolean[] = []
for (const kind of ['SQLite', 'PostgreSQL'] as const)
  if (only === undefined || only === kind) results.push(await fleetBench(kind))
process.exitCode = results.every(Boolean) ? 0 : 1
