import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { finishedMessage, worstSeverity } from '../../contract/index.ts'
import { isJudged, type Measurement } from '../checks/index.ts'
import type { CheckRow, Monitor, Schema } from '../database/index.ts'
import type { Services } from '../services.ts'
import { packDetail } from './detail.ts'
import { packMetrics, unpackMetrics } from './metrics.ts'
import type { Variant } from './rules.ts'
import { noteSiteLinks } from './site-links.ts'
import { type BareSampleRow, type SampleRows, sampleRowsOf } from './sample-rows.ts'

interface FinishedCheck {
  readonly check: CheckRow
  readonly monitor: Monitor
  readonly variant: Variant
  readonly dataCenter: string
  readonly runner: string
  readonly measurements: readonly Measurement[]
}

/**
 * Stores the samples of a check and deletes the check, in one transaction. A runner that has lost the lease stores
 * nothing, so that a check never counts twice.
 * @returns whether the samples were stored
 */
export async function storeSamples(
  { check, monitor, variant, dataCenter, runner, measurements }: FinishedCheck,
  services: Services,
): Promise<boolean> {
  const { database, world } = services
  // compressed before the transaction, which nothing else may have to wait for
  const rows = await Promise.all(
    measurements.map(async (measurement) => {
      const row: BareSampleRow = {
        id: uuid(),
        monitor_id: monitor.id,
        taken_at: measurement.takenAt,
        sample_type: worstSeverity(measurement.issues),
        location: check.location,
        data_center: dataCenter,
        connectivity: variant.connectivity === null ? null : JSON.stringify(variant.connectivity),
        browser: variant.browser === null ? null : JSON.stringify(variant.browser),
        view: measurement.view,
        issues: JSON.stringify(measurement.issues),
        metrics: packMetrics(measurement.metrics),
        runner_delay: measurement.runnerDelay === null ? null : Math.round(measurement.runnerDelay.ms),
        judged: isJudged(measurement) ? 1 : 0,
      }
      return sampleRowsOf(monitor, row, await packDetail(measurement), measurement.screenshots)
    }),
  )
  return database.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('checks')
      .where('id', '=', check.id)
      .where('lease_by', '=', runner)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await insertSamples(trx, monitor.id, rows)
    if (monitor.site_id !== null) await noteSiteLinks(trx, monitor.site_id, measurements)
    if (monitor.kind === 'test') await endTestRound(trx, monitor.id, check.round_at, world.clock.now())
    return true
  })
}

async function insertSamples(trx: Transaction<Schema>, monitorId: string, rows: readonly SampleRows[]): Promise<void> {
  const last = rows.at(-1)?.sample
  if (!last) return
  await trx
    .insertInto('samples')
    .values(rows.map(({ sample }) => sample))
    .execute()
  for (const { detail, screenshots } of rows) {
    await trx.insertInto('sample_details').values(detail).execute()
    if (screenshots.length > 0) await trx.insertInto('screenshots').values(screenshots).execute()
  }
  await trx
    .insertInto('kept_details')
    .values(rows.map(({ kept }) => kept))
    .execute()
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  const monitor = trx
    .updateTable('monitors')
    .set((eb) => ({ kept_bytes: eb('kept_bytes', '+', bytes) }))
    .where('id', '=', monitorId)
  const { numUpdatedRows } = await monitor
    .set({ last_sample: lastSample(last), last_sample_at: last.taken_at })
    .where((eb) => eb.or([eb('last_sample_at', 'is', null), eb('last_sample_at', '<=', last.taken_at)]))
    .executeTakeFirst()
  // a later sample was stored first
  if (numUpdatedRows === 0n) await monitor.execute()
}

function lastSample(row: BareSampleRow): string {
  return JSON.stringify({
    id: row.id,
    taken_at: new Date(row.taken_at).toISOString(),
    sample_type: row.sample_type,
    metrics: unpackMetrics(row.metrics),
  })
}

/** After the last check of a round, a test goes on to its next round or is finished. */
async function endTestRound(trx: Transaction<Schema>, id: string, roundAt: number, now: number): Promise<void> {
  const waiting = await trx.selectFrom('checks').select('id').where('monitor_id', '=', id).limit(1).executeTakeFirst()
  if (waiting) return
  const test = await trx.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirst()
  if (!test || test.status !== 'RUNNING' || test.next_due_at !== null) return
  const next = Math.max(now, roundAt + (test.interval_ms ?? 0))
  const finished =
    (test.rounds_left !== null && test.rounds_left <= 0) || (test.ends_at !== null && next >= test.ends_at)
  await trx
    .updateTable('monitors')
    .set(
      finished ? { status: 'SUSPENDED', suspended_message: finishedMessage, updated_at: now } : { next_due_at: next },
    )
    .where('id', '=', id)
    .execute()
}
