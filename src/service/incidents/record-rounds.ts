import type { Transaction } from 'kysely'
import { chunksOf, type Database, type Schema } from '../database/index.ts'
import { applyPlaceChanges, type PlaceEvent } from './place-changes.ts'
import type { Counts } from './count-availability.ts'
import { remember } from './recent-rounds.ts'
import { emptyMemory, type FinishedRoundCheck, type Memory } from './round.ts'

/** A finished check of a monitor, for incidents and availability. */
export interface RecordedCheck extends FinishedRoundCheck {
  readonly monitorId: string
  /** Null for the key page of a site without an owner, which has no incidents. */
  readonly accountId: string | null
  readonly siteId: string | null
  /** The host that it measured. */
  readonly host: string
  /** How many of its samples have no issue. */
  readonly clean: number
}

/**
 * Records what checks found, and opens and closes incidents by it. Belongs into the transaction that stores the samples, so
 * that neither is there without the other; on PostgreSQL the monitors must be locked.
 */
export async function recordRounds(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  checks: readonly RecordedCheck[],
  now: number,
): Promise<void> {
  if (checks.length === 0) return
  const memories = await readMemories(trx, [...new Set(checks.map(({ monitorId }) => monitorId))])
  const hosts = new Map<string, string>()
  const events: PlaceEvent[] = []
  const counts = new Map<string, HourOfMonitor>()
  for (const check of checks.toSorted((a, b) => a.roundAt - b.roundAt)) {
    const { monitorId, accountId, siteId, host } = check
    const after = remember(memories.get(monitorId) ?? emptyMemory, check)
    memories.set(monitorId, after.memory)
    hosts.set(monitorId, host)
    if (accountId !== null)
      events.push(...after.changes.map((change) => ({ ...change, monitorId, accountId, siteId, host })))
    const sampled = { samples: check.samples.length, clean_samples: check.clean }
    addCounts(counts, monitorId, { ...noCounts, ...sampled, hour: Math.floor(check.roundAt / 3_600_000) })
    for (const one of after.counts) addCounts(counts, monitorId, { ...noCounts, ...one })
  }
  await storeMemories(
    trx,
    [...memories].map(([monitorId, memory]) => ({ monitorId, memory, host: hosts.get(monitorId) ?? '' })),
  )
  await storeCounts(trx, [...counts.values()])
  await applyPlaceChanges(trx, kind, events, now)
}

async function readMemories(trx: Transaction<Schema>, monitorIds: readonly string[]): Promise<Map<string, Memory>> {
  const memories = new Map<string, Memory>()
  for (const chunk of chunksOf(monitorIds))
    for (const { monitor_id, rounds } of await trx
      .selectFrom('recent_rounds')
      .select(['monitor_id', 'rounds'])
      .where('monitor_id', 'in', chunk)
      .execute())
      memories.set(monitor_id, JSON.parse(rounds) as Memory)
  return memories
}

async function storeMemories(
  trx: Transaction<Schema>,
  memories: readonly { readonly monitorId: string; readonly memory: Memory; readonly host: string }[],
): Promise<void> {
  for (const chunk of chunksOf(memories))
    await trx
      .insertInto('recent_rounds')
      .values(
        chunk.map(({ monitorId, memory, host }) => ({ monitor_id: monitorId, host, rounds: JSON.stringify(memory) })),
      )
      .onConflict((on) =>
        on
          .column('monitor_id')
          .doUpdateSet((eb) => ({ host: eb.ref('excluded.host'), rounds: eb.ref('excluded.rounds') })),
      )
      .execute()
}

interface HourOfMonitor extends Counts {
  readonly monitor_id: string
  readonly samples: number
  readonly clean_samples: number
}

const sums = ['measured_ms', 'failed_ms', 'rounds', 'failed_rounds', 'samples', 'clean_samples'] as const
const noCounts = { measured_ms: 0, failed_ms: 0, rounds: 0, failed_rounds: 0, samples: 0, clean_samples: 0 } as const

function addCounts(
  counts: Map<string, HourOfMonitor>,
  monitorId: string,
  more: Omit<HourOfMonitor, 'monitor_id'>,
): void {
  const key = `${monitorId} ${more.hour}`
  const known = counts.get(key) ?? { ...noCounts, monitor_id: monitorId, hour: more.hour }
  counts.set(key, { ...known, ...Object.fromEntries(sums.map((name) => [name, known[name] + more[name]])) })
}

async function storeCounts(trx: Transaction<Schema>, counts: readonly HourOfMonitor[]): Promise<void> {
  for (const chunk of chunksOf(counts))
    await trx
      .insertInto('availability')
      .values(chunk)
      .onConflict((on) =>
        on.columns(['monitor_id', 'hour']).doUpdateSet((eb) => ({
          measured_ms: eb('availability.measured_ms', '+', eb.ref('excluded.measured_ms')),
          failed_ms: eb('availability.failed_ms', '+', eb.ref('excluded.failed_ms')),
          rounds: eb('availability.rounds', '+', eb.ref('excluded.rounds')),
          failed_rounds: eb('availability.failed_rounds', '+', eb.ref('excluded.failed_rounds')),
          samples: eb('availability.samples', '+', eb.ref('excluded.samples')),
          clean_samples: eb('availability.clean_samples', '+', eb.ref('excluded.clean_samples')),
        })),
      )
      .execute()
}
