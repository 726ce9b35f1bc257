import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { scriptedWorld } from '../e2e/mock/world.ts'
import { settingsFrom } from '../src/service/configuration/configuration.ts'
import { openDatabase } from '../src/service/database/index.ts'
import { Claims } from '../src/service/monitoring/runner/claims.ts'
import type { Slots } from '../src/service/monitoring/runner/slots.ts'
import { SilentTargets } from '../src/service/monitoring/runner/silent-targets.ts'
import { Partners } from '../src/service/accounts/partners.ts'
import { assemble } from '../src/service/service.ts'
import { systemClock } from '../src/service/world/world.ts'
import { addAccounts, addMonitors, inBatches } from './monitors-data.ts'
import { printTable, timed, timesOf } from './measure.ts'

const runs = 200

const database = await openDatabase(process.env['TEST_DATABASE_URL'] ?? ':memory:')
const { db } = database
const { services } = assemble({
  settings: settingsFrom({}),
  database,
  masterKey: randomBytes(32),
  world: scriptedWorld(systemClock),
  log: pino({ level: 'silent' }),
  dashboardDir: import.meta.dirname,
})
const { partner } = await new Partners(database, services.vault).create({ name: 'Bench', email: 'bench@example.com' })

/** Adds accounts with monitors, each with a check that is due. */
async function addWaiting(accounts: number, monitorsEach: number): Promise<void> {
  const now = Date.now()
  const owners = Array.from({ length: accounts }, () => uuid())
  const monitors = owners.flatMap((owner) => Array.from({ length: monitorsEach }, () => ({ id: uuid(), owner })))
  await addAccounts(db, partner.id, owners, 'free')
  const later = { url: 'http://bench.example/', location: 'local', intervalMs: 1_800_000, nextDueAt: now + 1_800_000 }
  await addMonitors(
    db,
    monitors.map((monitor) => ({ ...monitor, ...later })),
  )
  await inBatches(monitors, (batch) =>
    db
      .insertInto('checks')
      .values(
        batch.map(({ id, owner }, i) => ({
          id: uuid(),
          monitor_id: id,
          variant: 0,
          location: 'local',
          type: 'HTTP' as const,
          round_at: now,
          not_before: now - (i % 1000),
          lease_by: null,
          lease_until: null,
          owner,
          target: `${i % 7}.example`,
          queue: owner,
        })),
      )
      .execute(),
  )
}

const none: Slots = { normal: 0, silent: 0, total: 0, reserved: 0 }

/** Times claims of this many checks by a new runner. What it claims is put back. */
async function claiming(checks: number) {
  const silentTargets = new SilentTargets(database.kind)
  const claims = new Claims(services, { runner: uuid(), location: 'local', leaseMs: 3600_000, silentTargets })
  const free = { HTTP: { normal: checks, silent: checks, total: checks, reserved: 0 }, WEBPAGE: none }
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const startedAt = performance.now()
    const claimed = await claims.claim(free, new Set())
    times.push(performance.now() - startedAt)
    const ids = claimed.map(({ id }) => id)
    if (ids.length > 0)
      await db.updateTable('checks').set({ lease_by: null, lease_until: null }).where('id', 'in', ids).execute()
  }
  return timesOf(times)
}

const rows = [timed('nothing waits', await claiming(1), { p99: 5 })]
await addWaiting(10, 1)
rows.push(timed('10 checks of 10 accounts wait, 10 claimed', await claiming(10), { p99: 10 }))
await addWaiting(1, 20_000)
rows.push(timed('20,000 more of one account wait, 10 claimed', await claiming(10), { p99: 10 }))
await addWaiting(4_000, 10)
rows.push(timed('40,000 more of 4,000 accounts wait, 1 claimed', await claiming(1), { p99: 25 }))
rows.push(timed('the same, 16 claimed', await claiming(16), { p99: 25 }))
process.exitCode = printTable('Claiming checks', rows) ? 0 : 1
await database.close()
