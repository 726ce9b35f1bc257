import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { v7 as uuid } from 'uuid'
import { openDatabase } from '../src/service/database/index.ts'
import { Partners } from '../src/service/partners.ts'
import { masterKeyFor, Vault } from '../src/service/secrets/index.ts'
import { addAccounts, addMonitors } from './monitors-data.ts'
import { printTable, type Row, timesOf } from './measure.ts'
import { peakMemory, startService } from './service-process.ts'

const monitors = 60_000
const monitorsEach = 1_000
const intervalMs = 6 * 60_000
/** Long enough for the first silent targets to time out and to be known. */
const warmUpMs = 75_000
const measuredMs = Number(process.env['CAPACITY_SECONDS'] ?? 120) * 1000
const limits = { p99: 2_000, cpu: 1.4, memory: 300, busy: 0.05 }

interface Mix {
  readonly what: string
  /** Of all targets. */
  readonly silent: number
  readonly slow: number
}

/** Runs a service with monitors of this mix of targets on SQLite, and reads from its samples how late they began. */
async function capacity({ what, silent, slow }: Mix, port: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'site-performance-bench-'))
  try {
    const file = join(folder, 'site-performance.db')
    const database = await openDatabase(file)
    const key = await masterKeyFor({ masterKey: null, dataDir: folder }, database)
    const { partner } = await new Partners(database, new Vault(key)).create({ name: 'Bench', email: 'b@example.com' })
    const accounts = Array.from({ length: monitors / monitorsEach }, () => uuid())
    await addAccounts(database.db, partner.id, accounts, 'plus_paid')
    const begin = Date.now() + 10_000
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
          intervalMs,
          nextDueAt: begin + Math.floor(((i * 104_729) % monitors) * (intervalMs / monitors)),
        }
      }),
    )
    await database.close()
    const service = await startService(folder, '', { ALLOW_PRIVATE_TARGETS: 'on', PUBLIC_SITE_CREATION: 'off' })
    try {
      await setTimeout(begin - Date.now() + warmUpMs)
      const [from, cpuBefore] = [Date.now(), cpuSeconds(service.pid)]
      await setTimeout(measuredMs)
      const [to, cpu] = [Date.now(), cpuSeconds(service.pid) - cpuBefore]
      const memory = peakMemory(service.pid)
      // until those of silent targets have timed out
      await setTimeout(35_000)
      const reader = new DatabaseSync(file, { readOnly: true })
      const late = reader
        .prepare('select late_ms from samples where taken_at between ? and ?')
        .all(from, to)
        .map(({ late_ms }) => Number(late_ms))
      const unjudged = reader
        .prepare('select count(*) as n from samples where judged = 0 and taken_at between ? and ?')
        .get(from, to)
      const waiting = reader
        .prepare('select count(*) as n from checks where lease_until is null and not_before < ?')
        .get(Date.now() - limits.p99)
      reader.close()
      const { median, p99 } = timesOf(late)
      const perCheck = (cpu * 1000) / late.length
      const expected = (monitors / intervalMs) * (to - from)
      const backlog = Number(waiting?.['n'])
      const busy = Number(unjudged?.['n']) / late.length
      return [
        {
          what: `${what}: how late checks began`,
          median: `${median.toFixed(0)} ms`,
          p99: `${p99.toFixed(0)} ms`,
          limit: `p99 ${limits.p99} ms`,
          ok: p99 <= limits.p99,
        },
        {
          what: `${what}: checks a second, of ${(expected / ((to - from) / 1000)).toFixed(0)}; waiting for over 2 s at the end`,
          median: (late.length / ((to - from) / 1000)).toFixed(1),
          p99: String(backlog),
          limit: '95 %',
          ok: late.length >= 0.95 * expected,
        },
        {
          what: `${what}: samples not judged, because the runner was busy`,
          median: `${(busy * 100).toFixed(1)} %`,
          limit: `${limits.busy * 100} %`,
          ok: busy <= limits.busy,
        },
        {
          what: `${what}: CPU time of the service a check`,
          median: `${perCheck.toFixed(2)} ms`,
          limit: `${limits.cpu} ms`,
          ok: perCheck <= limits.cpu,
        },
        {
          what: `${what}: peak memory of the service`,
          median: `${memory.toFixed(0)} MB`,
          limit: `${limits.memory} MB`,
          ok: memory <= limits.memory,
        },
      ]
    } finally {
      await service.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
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
  const rows = [
    ...(await capacity({ what: 'all answer', silent: 0, slow: 0 }, port)),
    ...(await capacity({ what: '10 % silent, 5 % after 8 s', silent: 0.1, slow: 0.05 }, port)),
  ]
  process.exitCode = printTable(`${monitors} HTTP monitors, each every 6 minutes`, rows, ['median', 'p99']) ? 0 : 1
} finally {
  targets.kill()
}
