import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { startPostgres } from '../scripts/postgres.ts'
import { encodeQuery } from '../src/contract/index.ts'
import { openDatabase } from '../src/service/database/index.ts'
import { masterKeyFor } from '../src/service/secrets/index.ts'
import { measure, printTable, type Row, timed, timesOf } from './measure.ts'
import { fill } from './samples-data.ts'
import { peakMemory, startService } from './service-process.ts'

const shape = { accounts: 1_000, monitors: 5_000, samplesEach: 1_000, days: 30, failures: 10 }
const { accounts, monitors, samplesEach } = shape
const readers = 50
const requestsEach = 400
/** MB. */
const maxMemory = 400

/** Reads samples and accounts over HTTP from a service with five million samples. */
async function samplesBench(kind: 'SQLite' | 'PostgreSQL'): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'site-performance-bench-'))
  const cluster = kind === 'PostgreSQL' ? await startPostgres() : undefined
  try {
    const url = cluster?.url ?? join(folder, 'site-performance.db')
    const now = Date.now()
    const database = await openDatabase(url)
    const masterKey = await masterKeyFor({ masterKey: null, dataDir: folder }, database)
    const world = await fill({ database, url, masterKey }, shape, now)
    await database.close()
    const service = await startService(folder, cluster?.url)
    try {
      const pool = new Pool(service.url, { connections: readers })
      const get = async (path: string) => {
        const { statusCode, body } = await pool.request({
          path,
          method: 'GET',
          headers: { 'SERVICE-API-KEY': world.partner.key },
        })
        const text = await body.text()
        if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`)
      }
      const base = `/api/partners/${world.partner.id}/accounts`
      const below = `${base}/${world.account}`
      const month = {
        profile_and_locations: world.profiles.map((profile_id) => ({ profile_id })),
        from: now - 30 * 24 * 3600_000,
        to: now,
      }
      const rows: Row[] = [
        timed(
          'a page of samples',
          await measure(200, () => get(`${below}/samples?${encodeQuery({ ...month, per_page: 100 })}`)),
          { median: 150 },
        ),
        timed(
          'page 25 of samples',
          await measure(200, () => get(`${below}/samples?${encodeQuery({ ...month, per_page: 100, page: 25 })}`)),
          { median: 150 },
        ),
        timed(
          '30-day series, 3 profiles, all metrics',
          await measure(50, () => get(`${below}/samples/series?${encodeQuery(month)}`)),
          { median: 150 },
        ),
        timed(
          '30-day series, 3 profiles, one metric',
          await measure(50, () => get(`${below}/samples/series?${encodeQuery({ ...month, metrics: ['load'] })}`)),
          { median: 150 },
        ),
      ]
      const times: number[] = []
      const reader = async (n: number) => {
        for (let i = 0; i < requestsEach; i++) {
          const began = performance.now()
          await get(`${base}?sort_by=name&direction=asc&page=${((n * requestsEach + i) % (accounts / 10)) + 1}`)
          times.push(performance.now() - began)
        }
      }
      const allAtOnce = () => Promise.all(Array.from({ length: readers }, (_, n) => reader(n)))
      // warm up, so that code is compiled and database pages are cached
      await allAtOnce()
      times.length = 0
      await allAtOnce()
      // no limit for PostgreSQL: on a small machine it shares two cores with the service and the readers
      const limit = kind === 'SQLite' ? { p99: 25 } : {}
      rows.push(timed(`account list, ${readers} readers at once`, timesOf(times), limit))
      const memory = peakMemory(service.pid)
      rows.push({
        what: 'peak memory of the service',
        median: `${Math.round(memory)} MB`,
        limit: `${maxMemory} MB`,
        ok: memory <= maxMemory,
      })
      await pool.close()
      return printTable(
        `${kind}: ${(monitors * samplesEach) / 1e6} million samples, ${monitors} monitors, ${accounts} accounts`,
        rows,
      )
    } finally {
      await service.stop()
    }
  } finally {
    cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const results = [await samplesBench('SQLite'), await samplesBench('PostgreSQL')]
process.exitCode = results.every(Boolean) ? 0 : 1
