import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Pool } from 'undici'
import { encodeQuery, metricNames } from '../src/contract/index.ts'
import { type Database, openDatabase } from '../src/service/database/index.ts'
import { Partners } from '../src/service/accounts/partners.ts'
import { hashOf, masterKeyFor, newKey, Vault } from '../src/service/secrets/index.ts'
import { printTable, type Row, timed, timesOf } from './measure.ts'
import { peakMemory, startService } from './service-process.ts'

const samples = 400_000
const now = Date.now()
const monitor = 'monitor-1'
/** p99 of `/healthz`, in ms. */
const limit = 50

/** How fast the service answers anything else while an account reads all of its many samples. SQLite. */
async function heavyReadsBench(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-heavy-reads-'))
  const database = await openDatabase(join(dataDir, 'site-performance.db'))
  const key = await fill(database, await masterKeyFor({ masterKey: null, dataDir }, database))
  await database.close()
  const service = await startService(dataDir)
  const pool = new Pool(service.url, { connections: 40 })
  try {
    const get = async (path: string) => {
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { 'SERVICE-API-KEY': key } })
      await body.text()
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
    }
    const selection = { profile_and_locations: [{ profile_id: monitor }] }
    const series = () => get(`/api/samples/series?${encodeQuery(selection)}`)
    const page = (n: number) => get(`/api/samples?${encodeQuery({ ...selection, per_page: 100, page: n })}`)
    const many = <T>(count: number, one: (i: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, i) => one(i)))

    const rows: Row[] = []
    const add = async (what: string, work: () => Promise<unknown>) => {
      const began = performance.now()
      const times = await healthzDuring(get, work)
      const took = ((performance.now() - began) / 1000).toFixed(1)
      rows.push(timed(`${what} (${took} s)`, timesOf(times), { p99: limit }))
    }
    await add('nothing else', () => wait(1000))
    await add('one series', series)
    await add('ten series at once', () => many(10, series))
    await add('20 deep pages at once', () => many(20, (i) => page(3980 + i)))
    rows.push({
      what: 'peak memory of the service',
      median: `${Math.round(peakMemory(service.pid))} MB`,
      limit: '',
      ok: true,
    })
    return printTable(`/healthz beside heavy reads over ${samples.toLocaleString('en')} samples, SQLite`, rows)
  } finally {
    await pool.destroy()
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The times of requests made one after the other until the work is done. */
async function healthzDuring(get: (path: string) => Promise<void>, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const state = { done: false }
  const working = work().finally(() => (state.done = true))
  do {
    const began = performance.now()
    await get('/healthz')
    times.push(performance.now() - began)
    await wait(5)
  } while (!state.done)
  await working
  return times
}

/** @returns the key of an account whose monitor has all the samples */
async function fill(database: Database, masterKey: Uint8Array): Promise<string> {
  const { db } = database
  const vault = new Vault(masterKey)
  const { partner } = await new Partners(database, vault).create({ name: 'Bench', email: 'bench@example.com' })
  const key = newKey()
  const account = { id: 'account-1', partner_id: partner.id, key_hash: hashOf(key), key_sealed: vault.seal(key) }
  const names = { name: 'A', name_lower: 'a', email: 'a@example.com', email_lower: 'a@example.com' }
  await db
    .insertInto('accounts')
    .values({ ...account, ...names, plan: 'free', created_at: now })
    .execute()
  const common = { kind: 'monitor', type: 'HTTP', status: 'SUSPENDED', spec: '{}' } as const
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('monitors')
    .values({ id: monitor, account_id: account.id, name: 'M', name_lower: 'm', ...common, ...times })
    .execute()
  const metrics = metricNames.map((_, i) => `((n * 7919 + ${i}) % ${300 * (i + 1)})`).join(` || ',' || `)
  await sql`
    insert into samples (id, monitor_id, taken_at, sample_type, location, data_center, issues, metrics)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(samples)})
    select 's' || n, ${monitor}, ${now} - n * 10000, n % 4, 'local', 'local', '[]', '[' || ${sql.raw(metrics)} || ']' from numbers
  `.execute(db)
  return key
}

process.exitCode = (await heavyReadsBench()) ? 0 : 1
