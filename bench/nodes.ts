import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { startPostgres } from '../scripts/postgres.ts'
import { countLimits } from '../src/edge/control/limits.ts'
import {
  addTraffic,
  connectDatabase,
  type Database,
  openDatabase,
  type Traffic,
} from '../src/service/database/index.ts'
import { resolverFor } from '../src/shared/guard/index.ts'
import { masterKeyFor, Vault } from '../src/service/secrets/index.ts'
import { SiteFollower } from '../src/edge/control/follow-sites.ts'
import { SitesTable } from '../src/edge/control/sites-table.ts'
import { readSnapshot, writeSnapshot } from '../src/edge/control/snapshot.ts'
import { TrafficCounter } from '../src/edge/control/traffic.ts'
import { startEdge } from '../src/edge/index.ts'
import { addSites } from './edge/sites.ts'
import { cpuTime } from './edge/process-tree.ts'
import { printTable, type Row } from './measure.ts'

/*
 * What many nodes of the edge cost the database that they share, and what a node keeps of many sites. The nodes run in this
 * process, so only the CPU time of PostgreSQL is measured.
 */

const sites = 10_000
const nodes = 50
const secondsMeasured = 20
/** Orders that are read again and again, because a later one may be committed before them: one a second for 5 minutes. */
const recentOrders = 300

const folder = mkdtempSync(join(tmpdir(), 'bench-nodes-'))
const cluster = await startPostgres()
const database = await openDatabase(cluster.url)
const vault = new Vault(await masterKeyFor({ masterKey: null, dataDir: folder }, database))
await addSites(database, vault, sites, 80)
const server = await postmasterOf(database)

const rows: Row[] = []
const row = (what: string, value: number, unit: string, max: number) =>
  rows.push({
    what,
    median: `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`.trim(),
    limit: `at most ${max} ${unit}`.trim(),
    ok: value <= max,
  })

try {
  await measureTable()
  await measureTraffic()
  await measurePolling()
  const title = `${nodes} nodes, ${sites.toLocaleString('en')} sites, PostgreSQL`
  process.exitCode = printTable(title, rows, ['', '']) ? 0 : 1
} finally {
  await database.close()
  cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** What a node keeps of all sites, in memory and on disk. */
async function measureTable(): Promise<void> {
  const before = heap()
  const table = new SitesTable(() => {})
  const follower = new SiteFollower(database, table, Date.now)
  const read = await timeOf(() => follower.follow())
  row('memory of the table of sites', (heap() - before) / 2 ** 20, 'MiB', 60)
  row('reading all sites', read, 'ms', 5000)
  const place = { folder: join(folder, 'edge'), database: 'bench' }
  const position = follower.position ?? { position: 0, at: 0 }
  row('writing the snapshot', await timeOf(() => writeSnapshot(place, table.rows(), position)), 'ms', 2000)
  row('reading the snapshot', await timeOf(() => readSnapshot(place)), 'ms', 2000)
  row('size of the snapshot', statSync(join(place.folder, 'sites.jsonl')).size / 2 ** 20, 'MiB', 20)
}

/** What counts that wait take, and what it takes to write them. */
async function measureTraffic(): Promise<void> {
  const ids = (await database.db.selectFrom('sites').select('id').execute()).map(({ id }) => id)
  let now = Date.now() - 24 * 3600_000
  const counter = new TrafficCounter(() => now, countLimits.traffic)
  const before = heap()
  let [limiting, most] = [0, 0]
  // every site has visitors in every bucket of a day without the database
  for (; now < Date.now(); now += 5 * 60_000) {
    for (const id of ids) counter.countHit(id, 1000)
    limiting = Math.max(limiting, await timeOf(() => counter.limit()))
    most = Math.max(most, counter.rows)
  }
  for (; counter.rows < most; now += 5 * 60_000) for (const id of ids) counter.countHit(id, 1000)
  row('traffic that waits, at most: memory', (heap() - before) / 2 ** 20, 'MiB', 60)
  row('traffic that waits, at most: sites and buckets', counter.rows, '', countLimits.traffic + sites)
  row('adding it up by the hour or the day, in steps', limiting, 'ms', 5000)

  const traffic = ids.map((siteId): Traffic => ({
    siteId,
    at: Date.now(),
    serviceRequests: 1,
    serviceBytes: 1000,
    originRequests: 1,
    originBytes: 1000,
  }))
  let longest = 0
  const write = async () => {
    // every node has its visitors in another order
    const own = traffic
      .map((one) => ({ one, by: Math.random() }))
      .toSorted((a, b) => a.by - b.by)
      .map(({ one }) => one)
    for (let i = 0; i < own.length; i += countLimits.rows) {
      const step = await timeOf(() => addTraffic(database.db, own.slice(i, i + countLimits.rows)))
      longest = Math.max(longest, step)
    }
  }
  await write()
  const [cpu, log] = [cpuTime(server), await logPosition()]
  row('writing traffic of all sites by one node', await timeOf(write), 'ms', 10_000)
  row('the same, CPU of PostgreSQL', cpuTime(server) - cpu, 'ms', 10_000)
  row('the same, write-ahead log', ((await logPosition()) - log) / 2 ** 20, 'MiB', 100)
  longest = 0
  const atOnce = Array.from({ length: 10 }, () => write)
  row('the same by ten nodes at once', await timeOf(() => Promise.all(atOnce.map((one) => one()))), 'ms', 60_000)
  row('the longest of their transactions', longest, 'ms', 5000)
}

/** What it costs PostgreSQL that all nodes ask for what is new. */
async function measurePolling(): Promise<void> {
  // the table of each would take memory, and costs PostgreSQL nothing
  const { id: site } = await database.db.selectFrom('sites').select('id').limit(1).executeTakeFirstOrThrow()
  await database.db.deleteFrom('sites').where('id', '!=', site).execute()
  await database.db.deleteFrom('site_changes').execute()
  const stops: (() => Promise<void>)[] = []
  for (let i = 0; i < nodes; i++) {
    const timeouts = { connect: 3000, query: 5000, connections: 3 }
    const own = await connectDatabase(cluster.url, { isMeasured: false, timeouts })
    const edge = await startEdge({
      database: own,
      guard: { resolver: resolverFor([]), allowPrivateTargets: true },
      log: pino({ level: 'silent' }),
      host: '127.0.0.1',
      port: 0,
      addresses: [`192.0.2.${i}`],
      location: `node ${i}`,
      cacheBytes: 2 ** 20,
    })
    stops.push(async () => {
      await edge.stop()
      await own.close()
    })
  }
  await delay(10_000)
  const { connections } = await database.db
    .selectNoFrom(
      sql<number>`(select count(*) from pg_stat_activity where application_name = 'site-performance')`.as(
        'connections',
      ),
    )
    .executeTakeFirstOrThrow()
  row('connections of all nodes', connections - 1, 'connections', nodes * 3)
  await measureShare('nodes that poll', 500)
  const now = Date.now()
  await database.db
    .insertInto('cache_orders')
    .values(
      Array.from({ length: recentOrders }, (_, i) => ({
        id: uuid({ msecs: now - i * 1000 }),
        site_id: site,
        profile_id: null,
        items: JSON.stringify([{ condition: '/a' }]),
        created_at: now,
      })),
    )
    .execute()
  await measureShare('the same with a purge a second', 1000)
  await Promise.all(stops.map((stop) => stop()))
}

async function measureShare(what: string, max: number): Promise<void> {
  await delay(2000)
  const [cpu, statements] = [cpuTime(server), await transactions()]
  await delay(secondsMeasured * 1000)
  row(`${what}: statements and transactions`, ((await transactions()) - statements) / secondsMeasured, 'a second', 2000)
  row(`${what}: CPU of PostgreSQL`, (cpuTime(server) - cpu) / secondsMeasured, 'ms a second', max)
}

async function transactions(): Promise<number> {
  const { rows: found } = await sql<{ n: number }>`
    select sum(xact_commit)::bigint as n from pg_stat_database`.execute(database.db)
  return found[0]?.n ?? 0
}

async function logPosition(): Promise<number> {
  const { rows: found } = await sql<{ n: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as n`.execute(database.db)
  return found[0]?.n ?? 0
}

/** The process whose children are PostgreSQL's processes. */
async function postmasterOf({ db }: Database): Promise<number> {
  const { rows: found } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const stat = readFileSync(`/proc/${found[0]?.pid}/stat`, 'latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** Bytes that are in use, garbage left out. */
function heap(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}
