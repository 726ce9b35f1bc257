import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { startPostgres } from '../scripts/postgres.ts'
import { openDatabase, openReader } from '../src/service/database/index.ts'
import { Partners } from '../src/service/accounts/partners.ts'
import { masterKeyFor, Vault } from '../src/service/secrets/index.ts'
import { addAccounts, addMonitors } from './monitors-data.ts'
import { printTable, type Row, timesOf } from './measure.ts'
import { peakMemory, startRunner, startService } from './service-process.ts'

const monitors = 60_000
const monitorsEach = 1_000
const intervalMs = 6 * 60_000
/** Long enough for the first silent targets to time out and to be known. */
const warmUpMs = 75_000
const measuredMs = Number(process.env['CAPACITY_SECONDS'] ?? 120) * 1000
const limits = { p99: 2_000, cpu: 1.4, memory: 300, busy: 0.05 }

/** Of all targets. The others answer after 50 ms. */
interface Mix {
  readonly what: string
  readonly silent: number
  /** Those that answer after 8 s. */
  readonly slow: number
}

/** How it went while it was measured. Times in ms. */
interface Figures {
  readonly late: readonly number[]
  /** That were due. */
  readonly expected: number
  readonly seconds: number
  readonly unjudged: number
  /** For over 2 s, at the end. */
  readonly waiting: number
  readonly cpu: number
  readonly memory: number
}

const begunRow = (what: string, { late }: Figures): Row => {
  const { median, p99 } = timesOf(late)
  return {
    what: `${what}: how late checks began`,
    median: `${median.toFixed(0)} ms`,
    p99: `${p99.toFixed(0)} ms`,
    limit: `p99 ${limits.p99} ms`,
    ok: p99 <= limits.p99,
  }
}

const doneRow = (what: string, { late, expected, seconds, waiting }: Figures): Row => ({
  what: `${what}: checks a second, of ${(expected / seconds).toFixed(0)}; waiting for over 2 s at the end`,
  median: (late.length / seconds).toFixed(1),
  p99: String(waiting),
  limit: '95 %',
  ok: late.length >= 0.95 * expected,
})

/** What one process needs, with SQLite. */
async function onSqlite(mix: Mix, port: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'site-performance-bench-'))
  try {
    const figures = await run(mix, port, { folder, locations: ['local'] })
    const { late, cpu, memory, unjudged } = figures
    const perCheck = (cpu * 1000) / late.length
    const busy = unjudged / late.length
    return [
      begunRow(mix.what, figures),
      doneRow(mix.what, figures),
      {
        what: `${mix.what}: samples not judged, because the runner was busy`,
        median: `${(busy * 100).toFixed(1)} %`,
        limit: `${limits.busy * 100} %`,
        ok: busy <= limits.busy,
      },
      {
        what: `${mix.what}: CPU time of the service a check`,
        median: `${perCheck.toFixed(2)} ms`,
        limit: `${limits.cpu} ms`,
        ok: perCheck <= limits.cpu,
      },
      {
        what: `${mix.what}: peak memory of the service`,
        median: `${memory.toFixed(0)} MB`,
        limit: `${limits.memory} MB`,
        ok: memory <= limits.memory,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The service's own runner on PostgreSQL, and a second one with as many monitors. */
async function onPostgres(mix: Mix, port: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const locations of [['local'], ['local', 'Berlin']]) {
    const folder = mkdtempSync(join(tmpdir(), 'site-performance-bench-'))
    const cluster = await startPostgres()
    try {
      const figures = await run(mix, port, { folder, server: cluster.url, locations })
      const what = `PostgreSQL, ${locations.length === 1 ? 'one runner' : 'two runners'}`
      rows.push(begunRow(what, figures), doneRow(what, figures))
    } finally {
      cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return rows
}

interface Place {
  readonly folder: string
  /** Of a PostgreSQL server; the embedded database without it. */
  readonly server?: string
  /** One runner at each, and all monitors. */
  readonly locations: readonly string[]
}

/** Runs a service with monitors of this mix of targets, and reads from its samples how late they began. */
async function run({ silent, slow }: Mix, port: number, { folder, server, locations }: Place): Promise<Figures> {
  const url = server ?? join(folder, 'site-performance.db')
  const database = await openDatabase(url)
  const key = await masterKeyFor({ masterKey: null, dataDir: folder }, database)
  const { partner } = await new Partners(database, new Vault(key)).create({ name: 'Bench', email: 'b@example.com' })
  const begin = Date.now() + 10_000 * locations.length
  for (const location of locations) {
    const accounts = Array.from({ length: monitors / monitorsEach }, () => uuid())
    await addAccounts(database.db, partner.id, accounts, 'plus_paid')
    await addMonitors(
      database.db,
      Array.from({ length: monitors }, (_, i) => {
        // evenly spread, so that each account and each second has its share of each kind
        const kind = ((i * 7919) % 1000) / 1000
        const path = kind < silent ? 'silent' : kind < silent + slow ? 'slow' : ''
        const host = `127.${1 + Math.floor(i / 62_500)}.${Math.floor(i / 250) % 250}.${1 + (i % 250)}`
        return {
          id: uuid(),
          owner: accounts[i % accounts.length] ?? '',
          url: `http://${host}:${port}/${path}`,
          location,
          intervalMs,
          nextDueAt: begin + Math.floor(((i * 104_729) % monitors) * (intervalMs / monitors)),
        }
      }),
    )
  }
  await database.close()
  const env = { ALLOW_PRIVATE_TARGETS: 'on', PUBLIC_SITE_CREATION: 'off' }
  const service = await startService(folder, server, env)
  const others = await Promise.all(locations.slice(1).map((location) => startRunner(location, folder, server, env)))
  try {
    await setTimeout(begin - Date.now() + warmUpMs)
    const [from, cpuBefore] = [Date.now(), cpuSeconds(service.pid)]
    await setTimeout(measuredMs)
    const [to, cpu] = [Date.now(), cpuSeconds(service.pid) - cpuBefore]
    const memory = peakMemory(service.pid)
    // until those of silent targets have timed out
    await setTimeout(35_000)
    const { db } = await openReader(url)
    const samples = await db
      .selectFrom('samples')
      .select(['late_ms', 'judged'])
      .where('taken_at', '>=', from)
      .where('taken_at', '<=', to)
      .execute()
    const { waiting } = await db
      .selectFrom('checks')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('lease_until', 'is', null)
      .where('not_before', '<', Date.now() - limits.p99)
      .executeTakeFirstOrThrow()
    await db.destroy()
    return {
      late: samples.map(({ late_ms }) => late_ms ?? 0),
      expected: (monitors / intervalMs) * (to - from) * locations.length,
      seconds: (to - from) / 1000,
      unjudged: samples.filter(({ judged }) => judged === 0).length,
      waiting,
      cpu,
      memory,
    }
  } finally {
    await Promise.all([service, ...others].map((one) => one.stop()))
  }
}

/** User and system time that the process has used, threads included, in seconds. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // in ticks of 10 ms; fields 14 and 15 of proc_pid_stat(5)
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const targets = spawn(process.execPath, [join(import.meta.dirname, 'capacity-targets.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [announced] = (await once(targets.stdout, 'data')) as [Buffer]
const port = Number(/port (\d+)/.exec(announced.toString())?.[1])
try {
  const withSilent = { what: '10 % silent, 5 % after 8 s', silent: 0.1, slow: 0.05 }
  const rows = [
    ...(await onSqlite({ what: 'all answer', silent: 0, slow: 0 }, port)),
    ...(await onSqlite(withSilent, port)),
    ...(await onPostgres(withSilent, port)),
  ]
  const title = `${monitors} HTTP monitors for each runner, each every 6 minutes`
  process.exitCode = printTable(title, rows, ['median', 'p99']) ? 0 : 1
} finally {
  targets.kill()
}
