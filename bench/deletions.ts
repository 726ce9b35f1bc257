import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, deletedState, openDatabase } from '../src/service/database/index.ts'
import { printTable, type Row, timed, timesOf } from './measure.ts'
import { freePort } from '../src/service/test/free-port.ts'
import { startService } from './service-process.ts'

/** What a deleted monitor and a deleted site leave to be deleted. */
const left = { samples: 20_000, detailed: 4000, detailBytes: 50_000, buckets: 60_000, orders: 5000 }
/** The longest that the event loop may stand still, in ms. Node measures it every 10 ms, and counts these, too. */
const limit = 50

/** How long the service's event loop stands still while it deletes what users have deleted. SQLite. */
async function deletionsBench(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-deletions-'))
  const database = await openDatabase(join(dataDir, 'site-performance.db'))
  await fill(database)
  const port = await freePort()
  const service = await startService(dataDir, '', { METRICS_PORT: String(port), CHROMIUM_PATH: '/nonexistent' })
  try {
    const before: number[] = []
    const meanwhile: number[] = []
    const all = await remaining(database)
    // deletions begin a minute after the start
    for (let last = all; last > 0;) {
      await wait(1000)
      const delay = await longestDelay(`http://127.0.0.1:${port}/metrics`)
      const now = await remaining(database)
      if (now === all) before.push(delay)
      else meanwhile.push(delay)
      last = now
    }
    // the first seconds are those of the start
    const quiet = before.slice(10)
    const rows: Row[] = [
      timed(`longest delay in each of ${quiet.length} s before`, timesOf(quiet), {}),
      timed(`longest delay in each of ${meanwhile.length} s of deleting`, timesOf(meanwhile), { p99: limit }),
    ]
    const what = `${left.samples.toLocaleString('en')} samples, ${left.buckets.toLocaleString('en')} buckets of traffic`
    return printTable(`Event loop of the service while it deletes ${what}, SQLite`, rows)
  } finally {
    await service.stop()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The longest delay of the event loop since this was asked the last time, in ms. */
async function longestDelay(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000
}

async function remaining({ db }: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select
    (select count(*) from samples) + (select count(*) from traffic) + (select count(*) from cache_orders) as n`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

async function fill({ db }: Database): Promise<void> {
  const numbers = (count: number) =>
    sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`
  const common = {
    kind: 'monitor',
    type: 'HTTP',
    status: 'SUSPENDED',
    spec: '{}',
    created_at: 0,
    updated_at: 0,
  } as const
  await db
    .insertInto('monitors')
    .values({ id: 'm', account_id: null, name: 'M', name_lower: 'm', ...common })
    .execute()
  await sql`
    insert into samples (id, monitor_id, taken_at, sample_type, location, data_center, issues, metrics, detail_bytes)
    ${numbers(left.samples)} select 's' || n, 'm', n, 0, 'local', 'local', '[]', '[]',
      case when n <= ${left.detailed} then ${left.detailBytes} end from numbers`.execute(db)
  await sql`
    insert into sample_details (sample_id, detail)
    ${numbers(left.detailed)} select 's' || n, zeroblob(${left.detailBytes}) from numbers`.execute(db)
  await db
    .insertInto('sites')
    .values({
      id: 'site',
      account_id: null,
      host: 'www.example.com',
      first: 0,
      deferred: 0,
      state: deletedState,
      resume_state: 'active',
      service_cname: 's.edge.example',
      preview_host: 'p.edge.example',
      https: 0,
      check_certificate: 0,
      origin: null,
      cname_seen: null,
      cname_seen_at: null,
      next_look_at: 0,
      created_at: 0,
    })
    .execute()
  await sql`
    insert into traffic (site_id, width, at, service_requests, service_bytes, origin_requests, origin_bytes)
    ${numbers(left.buckets)} select 'site', 300000, n * 300000, 1, 1, 1, 1 from numbers`.execute(db)
  await sql`
    insert into cache_orders (id, site_id, created_at)
    ${numbers(left.orders)} select 'o' || n, 'site', ${Date.now()} from numbers`.execute(db)
}

process.exitCode = (await deletionsBench()) ? 0 : 1
