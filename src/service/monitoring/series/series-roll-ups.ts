import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { SampleRollupTable, Schema } from '../../database/index.ts'
import { hourMs, hourOf } from '../../rollups/index.ts'
import type { Selection } from '../samples/selection.ts'
import type { Series } from './series-rules.ts'

/** Roll-ups are read in chunks, so that a cancelled read ends soon. */
const chunkSize = 3_000

/** A stretch of time, UNIX ms. */
export interface Stretch {
  readonly from: number
  /** Not included. */
  readonly to: number
  /** How many samples it has at most; undefined if that isn't known. */
  readonly samples: number | undefined
}

/**
 * Adds the roll-ups of a monitor's hours that begin in a slice of a series.
 * @param selection of one monitor
 * @param stale its stale hours, as they were before any roll-up was read
 * @returns what has to be read from the samples: hours that belong to several buckets, and those without a roll-up
 */
export async function addRollUps(
  db: Kysely<Schema>,
  selection: Selection,
  slice: { readonly from: number; readonly to: number },
  series: Series,
  stale: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<readonly Stretch[]> {
  const id = selection.profiles[0]?.id ?? ''
  const isSelected = selects(selection)
  // how many samples each hour has, Infinity if that isn't known
  const toRead = new Map<number, number>()
  for (const hour of stale) if (hour >= hourOf(slice.from) && hour <= hourOf(slice.to - 1)) toRead.set(hour, Infinity)
  for await (const rows of chunksOf(db, id, slice, isSelected !== undefined)) {
    for (const row of rows) {
      const { hour, samples, data } = row
      const at = hour * hourMs
      if (stale.has(hour)) continue
      if (data === null) toRead.set(hour, Infinity)
      else if (!series.isWithinBucket(at, at + hourMs)) toRead.set(hour, (toRead.get(hour) ?? 0) + samples)
      // the slice before has those that began in it
      else if (at >= slice.from && (isSelected?.(row) ?? true)) series.addRolledUp(at, data, selection.type)
    }
    await nextTurn()
    signal.throwIfAborted()
  }
  return stretchesOf(toRead, slice)
}

/** The hours of a monitor whose roll-ups may lack samples. Every other roll-up has all that were stored until now. */
export async function staleHours(
  db: Kysely<Schema>,
  id: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('stale_hours')
    .select('hour')
    .where('monitor_id', '=', id)
    .where('hour', '>=', hourOf(from))
    .where('hour', '<=', hourOf(to - 1))
    .execute()
  return new Set(rows.map(({ hour }) => hour))
}

type RollUp = Pick<SampleRollupTable, 'hour' | 'position' | 'samples' | 'data'> &
  Partial<Pick<SampleRollupTable, 'location' | 'data_center' | 'connectivity' | 'view'>>

/** Chunks in order. While one is used, PostgreSQL already looks for the next. */
async function* chunksOf(
  db: Kysely<Schema>,
  id: string,
  slice: { readonly from: number; readonly to: number },
  withConditions: boolean,
): AsyncGenerator<readonly RollUp[]> {
  let next: Promise<readonly RollUp[]> | undefined = chunkAfter(
    { hour: hourOf(slice.from), position: -1 },
    db,
    id,
    slice,
    withConditions,
  )
  while (next) {
    const rows: readonly RollUp[] = await next
    const last = rows.length < chunkSize ? undefined : rows.at(-1)
    next = last && chunkAfter(last, db, id, slice, withConditions)
    // nobody waits for it if the read is cancelled
    next?.catch(() => undefined)
    yield rows
  }
}

function chunkAfter(
  { hour, position }: Pick<RollUp, 'hour' | 'position'>,
  db: Kysely<Schema>,
  id: string,
  { to }: { readonly to: number },
  withConditions: boolean,
): Promise<readonly RollUp[]> {
  return (
    db
      .selectFrom('sample_rollups')
      .select(['hour', 'position', 'samples', 'data'])
      // half of the time goes into making rows of columns
      .$if(withConditions, (rollUps) => rollUps.select(['location', 'data_center', 'connectivity', 'view']))
      .where('monitor_id', '=', id)
      .where((eb) => eb(eb.refTuple('hour', 'position'), '>', eb.tuple(hour, position)))
      .where('hour', '>=', hour)
      .where('hour', '<=', hourOf(to - 1))
      .orderBy('hour')
      .orderBy('position')
      .limit(chunkSize)
      .execute()
  )
}

/**
 * Whether a selection of one monitor has the samples of a roll-up; undefined if it has all. `selectSamples` says the same
 * of samples.
 */
function selects({ profiles, dataCenters, like, part }: Selection): ((rollUp: RollUp) => boolean) | undefined {
  const isEverywhere = profiles.some(({ locations }) => locations.length === 0)
  if (isEverywhere && dataCenters.length === 0 && !like && !part) return undefined
  const chosen = new Set(profiles.flatMap(({ locations }) => locations))
  return (rollUp) =>
    (isEverywhere || chosen.has(rollUp.location ?? '')) &&
    (dataCenters.length === 0 || dataCenters.includes(rollUp.data_center ?? '')) &&
    (!like || (rollUp.connectivity === like.connectivity && rollUp.view === like.view)) &&
    (!part || rollUp[part.column] === part.value)
}

/** The parts of hours that are in a slice, given how many samples each hour has. Hours in a row of which nothing is known are read together. */
export function stretchesOf(
  hours: ReadonlyMap<number, number>,
  slice: { readonly from: number; readonly to: number },
): readonly Stretch[] {
  const stretches: Stretch[] = []
  for (const [hour, count] of [...hours].toSorted(([a], [b]) => a - b)) {
    const from = Math.max(slice.from, hour * hourMs)
    const to = Math.min(slice.to, (hour + 1) * hourMs)
    if (from >= to) continue
    const samples = count === Infinity ? undefined : count
    const last = stretches.at(-1)
    if (last && last.to === from && last.samples === undefined && samples === undefined)
      stretches[stretches.length - 1] = { ...last, to }
    else stretches.push({ from, to, samples })
  }
  return stretches
}
