import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Pool } from 'undici'
import { startPostgres } from '../scripts/postgres.ts'
import { encodeQuery } from '../src/contract/index.ts'
import { addMonths, type Database, monthOf, openDatabase, startOfMonth } from '../src/service/database/index.ts'
import { RollUps } from '../src/service/rollups/index.ts'
import { masterKeyFor } from '../src/service/secrets/index.ts'
import { measure, printTable, type Row, timed, timesOf } from './measure.ts'
import { fill, type World } from './samples-data.ts'
import { startService } from './service-process.ts'

/** A year of 100 monitors, about every 10 minutes. */
const shape = { accounts: 1_000, monitors: 100, samplesEach: 50_000, days: 365, failures: 50 }
const day = 24 * 3600_000
/** Days of samples that retention is told to delete. PostgreSQL drops months: among so many days, one is whole. */
const deletedDays = { sqlite: 30, postgres: 62 }
const readers = 50
/** Each reads a page of the list twice a second: more than a person does, but not as much as the service can do. */
const readerPauseMs = 500
/** Deletions begin a minute after the start. */
const readersBeginMs = 45_000

/** Long series, and deleting a month, with five million samples of a year. */
async function yearsBench(kind: 'SQLite' | 'PostgreSQL'): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'site-performance-bench-'))
  const cluster = kind === 'PostgreSQL' ? await startPostgres() : undefined
  try {
    const url = cluster?.url ?? join(folder, 'site-performance.db')
    const now = Date.now()
    const database = await openDatabase(url)
    const masterKey = await masterKeyFor({ masterKey: null, dataDir: folder }, database)
    if (database.kind === 'postgres') await addMonths(database.db, now, now - shape.days * day)
    const world = await fill({ database, url, masterKey }, shape, now)
    const rows: Row[] = [await rollUp(database)]
    rows.push(...(await longSeries(folder, cluster?.url, world, now)))
    rows.push(...(await deleteMonth(folder, cluster?.url, database, world, now)))
    await database.close()
    const { monitors, samplesEach, days } = shape
    return printTable(
      `${kind}: ${(monitors * samplesEach) / 1e6} million samples of ${days} days, ${monitors} monitors`,
      rows,
    )
  } finally {
    cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Rolls everything up, without the pauses that the service makes for others. */
async function rollUp(database: Database): Promise<Row> {
  const clock = { now: () => Date.now(), after: () => () => {} }
  const log = { error: (...what: unknown[]) => process.stderr.write(`${JSON.stringify(what)}\n`) }
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  const hours = await new RollUps({ database, world: { clock }, log, pauseMs: 0 }).run()
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (performance.now() - began) / 1000
  if (database.kind === 'postgres') await sql`analyze`.execute(database.db)
  return {
    what: `rolling up ${hours.toLocaleString('en')} hours`,
    median: `${seconds.toFixed(0)} s`,
    p99: `${((user + system) / 1e6).toFixed(0)} s CPU`,
    limit: '',
    ok: hours > shape.monitors * (shape.days - 1) * 24 * 0.99,
  }
}

async function longSeries(folder: string, databaseUrl: string | undefined, world: World, now: number): Promise<Row[]> {
  const service = await startService(folder, databaseUrl)
  const client = clientOf(service.url, world)
  try {
    const below = `/api/partners/${world.partner.id}/accounts/${world.account}`
    const series = (days: number, metrics?: readonly string[]) => {
      const range = { from: now - days * day, to: now }
      const profile_and_locations = world.profiles.map((profile_id) => ({ profile_id }))
      const query = { profile_and_locations, ...range, ...(metrics ? { metrics } : {}) }
      return measure(50, () => client.get(`${below}/samples/series?${encodeQuery(query)}`))
    }
    // pages ask for one metric
    return [
      timed('365-day series, all metrics', await series(365), {}),
      timed('365-day series, one metric', await series(365, ['load']), { median: 100 }),
      timed('30-day series, all metrics', await series(30), {}),
      timed('30-day series, one metric', await series(30, ['load']), { median: 50 }),
      timed('7-day series, all metrics, from samples', await series(7), {}),
    ]
  } finally {
    await client.close()
    await service.stop()
  }
}

/** Shortens retention, so that a service deletes a month of samples while others read the account list. */
async function deleteMonth(
  folder: string,
  databaseUrl: string | undefined,
  database: Database,
  world: World,
  now: number,
): Promise<Row[]> {
  const before = await sizeOf(database, folder)
  const keep = shape.days - deletedDays[database.kind]
  const cutoff = now - keep * day
  const tooOld = database.kind === 'sqlite' ? cutoff : startOfMonth(monthOf(cutoff))
  const service = await startService(folder, databaseUrl, { RETENTION_SAMPLES: String(keep) })
  const client = clientOf(service.url, world)
  try {
    const all = await oldSamples(database, tooOld)
    await wait(readersBeginMs)
    const reads: { readonly at: number; readonly ms: number }[] = []
    const state = { isDone: false }
    const reader = async (n: number) => {
      await wait((n * readerPauseMs) / readers)
      for (let i = 0; !state.isDone; i++) {
        const at = performance.now()
        const page = ((n * 7 + i) % (shape.accounts / 10)) + 1
        await client.get(`/api/partners/${world.partner.id}/accounts?sort_by=name&direction=asc&page=${page}`)
        reads.push({ at, ms: performance.now() - at })
        await wait(readerPauseMs)
      }
    }
    const watch = async () => {
      let began = performance.now()
      let left = all
      while (left > 0) {
        const at = performance.now()
        await wait(500)
        left = await oldSamples(database, tooOld)
        if (left === all) began = at
      }
      const ended = performance.now()
      await wait(1000)
      state.isDone = true
      return { began, ended }
    }
    const [{ began, ended }] = await Promise.all([watch(), ...Array.from({ length: readers }, (_, n) => reader(n))])
    const timesOfReads = (from: number, to: number) =>
      timesOf(reads.filter(({ at, ms }) => at + ms >= from && at <= to).map(({ ms }) => ms))
    // roll-ups follow, and the space is given back
    await waitUntilSteady(() => sizeOf(database, folder))
    const after = await sizeOf(database, folder)
    return [
      timed(`account list, ${readers} readers, before anything is deleted`, timesOfReads(0, began), {}),
      timed(`account list, ${readers} readers, while a month is deleted`, timesOfReads(began, ended), { p99: 25 }),
      {
        what: `deleting ${all.toLocaleString('en')} samples meanwhile`,
        median: `${((ended - began) / 1000).toFixed(1)} s`,
        limit: '',
        ok: true,
      },
      {
        what: 'size of the database before and after',
        median: `${Math.round(before / 1e6)} MB`,
        p99: `${Math.round(after / 1e6)} MB`,
        limit: 'smaller',
        ok: after < before * 0.97,
      },
    ]
  } finally {
    await client.close()
    await service.stop()
  }
}

function clientOf(url: string, world: World) {
  const pool = new Pool(url, { connections: readers })
  return {
    async get(path: string): Promise<void> {
      const headers = { 'SERVICE-API-KEY': world.partner.key }
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`)
    },
    close: () => pool.close(),
  }
}

/** How many samples are too old. */
async function oldSamples({ db }: Database, before: number): Promise<number> {
  const monitors = await db.selectFrom('monitors').select('id').orderBy('id').execute()
  let count = 0
  for (const { id } of monitors) {
    const { n } = await db
      .selectFrom('samples')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('monitor_id', '=', id)
      .where('taken_at', '<', before)
      .executeTakeFirstOrThrow()
    count += n
  }
  return count
}

async function sizeOf({ db, kind }: Database, folder: string): Promise<number> {
  if (kind === 'sqlite') {
    await sql`pragma wal_checkpoint(passive)`.execute(db)
    return statSync(join(folder, 'site-performance.db')).size
  }
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Waits until a figure hasn't changed for ten seconds, and at most two minutes. */
async function waitUntilSteady(read: () => Promise<number>): Promise<void> {
  let [last, since] = [await read(), Date.now()]
  for (let i = 0; i < 60 && Date.now() - since < 10_000; i++) {
    await wait(2000)
    const value = await read()
    if (value !== last) [last, since] = [value, Date.now()]
  }
}

const only = process.env['YEARS_DATABASE']
const results: boolean[] = []
for (const kind of ['SQLite', 'PostgreSQL'] as const)
  if (only === undefined || only === kind) results.push(await yearsBench(kind))
process.exitCode = results.every(Boolean) ? 0 : 1
