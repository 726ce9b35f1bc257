import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { finishedMessage, httpUrl, type SampleSummary, speedMetric, worstSeverity } from '../../../contract/index.ts'
import { isJudged, type Measurement } from '../../checks/index.ts'
import { hostIn } from '../../world/dns.ts'
import { type CheckRow, chunksOf, type Database, type Monitor, type Schema } from '../../database/index.ts'
import { findingsOf, type RecordedCheck, recordRounds, slownessOf } from '../../incidents/index.ts'
import type { Services } from '../../api/services.ts'
import { sharedTime } from '../../time/shared-time.ts'
import { packDetail } from './detail.ts'
import { lockMonitors } from '../monitors/lock-monitors.ts'
import { packMetrics, unpackMetrics } from './metrics.ts'
import type { Variant } from '../monitors/rules.ts'
import { laterOrWorse, type LatestRound } from './latest-round.ts'
import { limitsOf } from '../monitors/limits-of.ts'
import { recordSiteLinks } from '../monitors/site-links.ts'
import { type BareSampleRow, type SampleRows, sampleRowsOf } from './sample-rows.ts'
import { type Usual, variantKey } from './usual-times.ts'

export interface FinishedCheck {
  readonly check: CheckRow
  readonly monitor: Pick<Monitor, 'id' | 'account_id' | 'site_id' | 'kind' | 'type' | 'interval_ms' | 'limits'>
  readonly variant: Variant
  /** The address that it measured. */
  readonly url: string
  /** How many checks a round has at each location. */
  readonly checksAtPlace: number
  /** The usual times of its monitor. */
  readonly usual: Usual
  readonly dataCenter: string
  /** How long after its round was due it began, ms. */
  readonly lateMs: number
  readonly measurements: readonly Measurement[]
}

/** A finished check with the rows of its samples. */
export interface PackedCheck extends FinishedCheck {
  readonly rows: readonly SampleRows[]
}

/** Makes the rows before a transaction begins, which others may have to wait for. */
export async function packSamples(finished: FinishedCheck): Promise<PackedCheck> {
  const { check, monitor, variant, dataCenter, lateMs, measurements } = finished
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
        late_ms: Math.round(lateMs),
      }
      return sampleRowsOf(monitor, row, await packDetail(measurement), measurement.screenshots)
    }),
  )
  return { ...finished, rows }
}

/**
 * Stores the samples of some checks and deletes the checks, in one transaction. A runner that has lost the lease of a check
 * stores none of its samples, so that no check counts twice.
 * @returns the ids of the checks whose samples were stored
 */
export async function storeSamples(
  finished: readonly PackedCheck[],
  runner: string,
  { database, world }: Pick<Services, 'database' | 'world'>,
): Promise<ReadonlySet<string>> {
  const roundsEnd = await sharedTime({ database, world })
  return database.db.transaction().execute(async (trx) => {
    const monitorIds = [...new Set(finished.map(({ monitor }) => monitor.id))]
    if (database.kind === 'postgres') await lockMonitors(trx, monitorIds)
    const done = await deleteChecks(trx, database.kind, finished, runner)
    const stored = finished.filter(({ check }) => done.has(check.id))
    if (stored.length === 0) return done
    // in order of monitors, so that runners which note the same hours as stale don't block each other
    const inOrder = stored.toSorted((a, b) => (a.monitor.id < b.monitor.id ? -1 : 1))
    await insertRows(
      trx,
      inOrder.flatMap(({ rows }) => rows),
    )
    await updateMonitors(trx, stored)
    await recordRounds(trx, database.kind, stored.flatMap(recordedCheckOf), world.clock.now())
    for (const { check, monitor, measurements } of stored) {
      if (monitor.site_id !== null) await recordSiteLinks(trx, monitor.site_id, measurements)
      if (monitor.kind === 'test') await endTestRound(trx, monitor.id, check.round_at, roundsEnd)
    }
    return done
  })
}

/** Deletes the checks that this runner still holds. In order, so that nobody who deletes the same ones blocks it. */
async function deleteChecks(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  finished: readonly PackedCheck[],
  runner: string,
): Promise<Set<string>> {
  const done = new Set<string>()
  for (const ids of chunksOf(finished.map(({ check }) => check.id).toSorted())) {
    const mine = trx.selectFrom('checks').select('id').where('id', 'in', ids).where('lease_by', '=', runner)
    const deleted = await trx
      .deleteFrom('checks')
      .where('id', 'in', kind === 'postgres' ? mine.orderBy('id').forUpdate() : mine)
      .returning('id')
      .execute()
    for (const { id } of deleted) done.add(id)
  }
  return done
}

async function insertRows(trx: Transaction<Schema>, rows: readonly SampleRows[]): Promise<void> {
  for (const chunk of chunksOf(rows)) {
    await trx
      .insertInto('samples')
      .values(chunk.map(({ sample }) => sample))
      .execute()
    await trx
      .insertInto('sample_details')
      .values(chunk.map(({ detail }) => detail))
      .execute()
    await trx
      .insertInto('kept_details')
      .values(chunk.map(({ kept }) => kept))
      .execute()
  }
  // few have any, and theirs are large
  for (const { screenshots } of rows)
    if (screenshots.length > 0) await trx.insertInto('screenshots').values(screenshots).execute()
}

/** A short name for the connection and view of a sample. */
const variantName = ({ connectivity, view }: BareSampleRow): string =>
  createHash('sha256').update(`${connectivity}\n${view}`).digest('base64url').slice(0, 12)

/** What incidents and availability need of a check. Tests have neither. */
function recordedCheckOf({
  check,
  monitor,
  url,
  checksAtPlace,
  usual,
  measurements,
  rows,
}: PackedCheck): RecordedCheck[] {
  if (monitor.kind !== 'monitor') return []
  const limits = limitsOf(monitor)
  const address = httpUrl(url)
  const host = address ? hostIn(address) : ''
  const metric = speedMetric(monitor.type)
  return [
    {
      monitorId: monitor.id,
      accountId: monitor.account_id,
      siteId: monitor.site_id,
      host,
      roundAt: check.round_at,
      location: check.location,
      checksAtPlace,
      interval: monitor.interval_ms ?? 0,
      clean: rows.filter(({ sample }) => sample.sample_type === 0).length,
      samples: rows.flatMap(({ sample }, i) => {
        const measurement = measurements[i]
        if (!measurement) return []
        const { certificate, issues, metrics, takenAt: at } = measurement
        const slowness = slownessOf(metrics, { limits, metric, usual: usual.get(variantKey(sample)) })
        const judged = isJudged(measurement)
        return [
          {
            id: sample.id,
            at,
            findings: findingsOf({ issues, metrics, judged, at, certificate, host, slowness }),
            variant: variantName(sample),
          },
        ]
      }),
    },
  ]
}

/** What samples change in a monitor. */
interface Change {
  readonly last: Pick<BareSampleRow, 'id' | 'taken_at' | 'sample_type' | 'metrics' | 'judged'>
  readonly round: LatestRound
  readonly bytes: number
}

/** Nobody else changes the monitors meanwhile: PostgreSQL has locked them, SQLite lets one write at a time. */
async function updateMonitors(trx: Transaction<Schema>, stored: readonly PackedCheck[]): Promise<void> {
  const changes = new Map<string, Change>()
  for (const { monitor, check, rows } of stored)
    for (const { sample, bytes } of rows) {
      const known = changes.get(monitor.id)
      const isLater = known === undefined || sample.taken_at >= known.last.taken_at
      changes.set(monitor.id, {
        last: isLater ? sample : known.last,
        round: laterOrWorse(known?.round, roundOf(check, sample)),
        bytes: bytes + (known?.bytes ?? 0),
      })
    }
  for (const ids of chunksOf([...changes.keys()])) {
    const before = await trx
      .selectFrom('monitors')
      .select(['id', 'last_sample', 'last_sample_at'])
      .where('id', 'in', ids)
      .execute()
    const rows = before.flatMap(({ id, last_sample, last_sample_at }) => {
      const change = changes.get(id)
      if (!change) return []
      const { last, round, bytes } = change
      const known = last_sample === null ? null : (JSON.parse(last_sample) as SampleSummary)
      // a later sample may have been stored first
      const isLater = known === null || (last_sample_at ?? 0) <= last.taken_at
      const sample = { ...(isLater ? summaryOf(last) : known), round: laterOrWorse(known?.round, round) }
      const at = isLater ? last.taken_at : last_sample_at
      return sql`(cast(${id} as text), cast(${at} as bigint), cast(${JSON.stringify(sample)} as text), cast(${bytes} as bigint))`
    })
    if (rows.length === 0) continue
    await sql`
      with changed (id, taken_at, sample, bytes) as (values ${sql.join(rows)})
      update monitors set
        kept_bytes = kept_bytes + changed.bytes,
        last_sample = changed.sample,
        last_sample_at = changed.taken_at
      from changed where monitors.id = changed.id`.execute(trx)
  }
}

function roundOf({ round_at }: CheckRow, { sample_type, judged }: BareSampleRow): LatestRound {
  return { due_at: new Date(round_at).toISOString(), sample_type, judged: judged === 1 }
}

function summaryOf(row: Change['last']): SampleSummary {
  return {
    id: row.id,
    taken_at: new Date(row.taken_at).toISOString(),
    sample_type: row.sample_type,
    metrics: unpackMetrics(row.metrics),
    judged: row.judged === 1,
  }
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
