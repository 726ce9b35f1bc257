import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { encodeQuery, fleetSorts, type listFleet, type ReplyOf, troubles } from '../src/contract/index.ts'
import { ScriptedClock } from '../e2e/mock/clock.ts'
import { scriptedWorld } from '../e2e/mock/world.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { type Database, openDatabase } from '../src/service/database/index.ts'
import { Partners } from '../src/service/accounts/partners.ts'
import { assemble } from '../src/service/service.ts'
import { settingsFrom } from '../src/service/configuration/configuration.ts'
import { fillFleet, fillLargeAccount } from './fleet-data.ts'
import { measure, printTable, type Row, timed } from './measure.ts'

const sites = 100_000
const runs = 100
/** Median, in ms. */
const limit = 30
const figuresLimit = 100

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
  const began = performance.now()
  await fillFleet(database, partner.id, sites)
  process.stdout.write(`\nfilled in ${Math.round((performance.now() - began) / 1000)} s\n`)

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
  await list('search that finds 7 %, by host', { search_term: 'www9', sort_by: 'host' })
  await list('search that finds many, by LCP', { search_term: 'shop', sort_by: 'lcp' })
  await list('search of two letters', { search_term: 'ho' })
  await list('search that finds none', { search_term: 'nowhere' })
  await list('search in those that are down', { search_term: 'shop', trouble: 'down' })
  await list('search in healthy ones', { search_term: 'shop7777', trouble: 'healthy' })
  const { revision } = (await get('/sites', {})) as ReplyOf<typeof listFleet>
  await run('poll, nothing changed', '/sites/changes', { revision })
  const account = await fillLargeAccount(database, partner.id)
  const figures = () => get(`/accounts/${account}/figures`, {})
  rows.push(timed('figures of an account with 500 sites', await measure(runs, figures), { median: figuresLimit }))
  await service.close()
  return rows
}

const only = process.env['FLEET_DATABASE']
const results: boolean[] = []
for (const kind of ['SQLite', 'PostgreSQL'] as const)
  if (only === undefined || only === kind) results.push(await fleetBench(kind))
process.exitCode = results.every(Boolean) ? 0 : 1
