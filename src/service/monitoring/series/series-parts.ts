import type { Kysely } from 'kysely'
import type { Connectivity, Split } from '../../../contract/index.ts'
// not the whole contract: reader threads load this
import { maxParts } from '../../../contract/series.ts'
import type { Schema } from '../../database/index.ts'
import { hourOf } from '../../rollups/index.ts'
import { ofMonitor, sameAs, type Selection } from '../samples/selection.ts'
import { within } from './series-points.ts'
import { staleHours, type Stretch, stretchesOf } from './series-roll-ups.ts'

/** A part of a split series. */
interface SeriesPart {
  /** What all of its samples have in common, as in a sample's record. */
  readonly field: { profile_id?: string; location?: string; connectivity?: Connectivity | null; view?: string | null }
  readonly selection: Selection
}

const columns = { profile: 'monitor_id', location: 'location', connectivity: 'connectivity', view: 'view' } as const

type Column = (typeof columns)[Split]

/** How many samples have a value. */
interface Count {
  readonly value: string | null
  readonly n: number
}

/** A stretch of time whose number of samples doesn't matter. */
type Range = Pick<Stretch, 'from' | 'to'>

/** A selection with both ends. */
type Bounded = Selection & { readonly from: number; readonly to: number }

/** With more stretches to read from samples, all are counted there. */
const maxStretches = 20

/**
 * The parts of a selection with the most samples, the largest first, and whether there are more.
 * @param usesRollUps whether roll-ups tell the selected samples from others
 */
export async function partsOf(
  db: Kysely<Schema>,
  selection: Bounded,
  split: Split,
  usesRollUps: boolean,
): Promise<{ readonly parts: readonly SeriesPart[]; readonly hasMore: boolean }> {
  const counts = new Map<string | null, number>()
  for (const id of new Set(selection.profiles.map((profile) => profile.id))) {
    for (const { value, n } of await countsOf(db, ofMonitor(selection, id), columns[split], usesRollUps))
      counts.set(value, (counts.get(value) ?? 0) + n)
  }
  const found = [...counts].toSorted(([a, m], [b, n]) => n - m || ((a ?? '') < (b ?? '') ? -1 : 1))
  const parts = found.slice(0, maxParts).map(([value]) => partOf(selection, split, value))
  return { parts, hasMore: found.length > maxParts }
}

/** Counts the samples of one monitor by a column. A value may come several times. */
async function countsOf(
  db: Kysely<Schema>,
  selection: Bounded,
  column: Column,
  usesRollUps: boolean,
): Promise<readonly Count[]> {
  const from = Math.ceil(selection.from)
  const to = Math.floor(selection.to) + 1
  const stretches = usesRollUps ? await stretchesApart(db, selection, { from, to }) : []
  if (stretches.length === 0 || stretches.length > maxStretches)
    return inSamples(db, selection, column, { from, to, samples: undefined })
  const counts: Count[] = [...(await inRollUps(db, selection, column, { from, to }, stretches))]
  for (const stretch of stretches) counts.push(...(await inSamples(db, selection, column, stretch)))
  return counts
}

/** The first and the last hour, and those without a roll-up that has all of their samples. */
async function stretchesApart(db: Kysely<Schema>, { profiles }: Selection, range: Range): Promise<readonly Stretch[]> {
  const id = profiles[0]?.id ?? ''
  const stale = await staleHours(db, id, range)
  const tooLarge = await rollUpsIn(db, id, range).select('hour').distinct().where('data', 'is', null).execute()
  const apart = [hourOf(range.from), hourOf(range.to - 1), ...stale, ...tooLarge.map(({ hour }) => hour)]
  return stretchesOf(new Map(apart.map((hour) => [hour, Infinity])), range)
}

function inRollUps(
  db: Kysely<Schema>,
  { profiles, dataCenters, like }: Selection,
  column: Column,
  range: Range,
  apart: readonly Stretch[],
): Promise<readonly Count[]> {
  const isEverywhere = profiles.some(({ locations }) => locations.length === 0)
  return rollUpsIn(db, profiles[0]?.id ?? '', range)
    .select((eb) => [eb.ref(column).as('value'), eb.fn.sum<number>('samples').as('n')])
    .where((eb) => eb.and(apart.map(({ from, to }) => eb.not(eb.between('hour', hourOf(from), hourOf(to - 1))))))
    .$if(!isEverywhere, (rows) => rows.where('location', 'in', [...new Set(profiles.flatMap((it) => it.locations))]))
    .$if(dataCenters.length > 0, (rows) => rows.where('data_center', 'in', [...dataCenters]))
    .where((eb) =>
      eb.and(
        like
          ? [eb('connectivity', sameAs(like.connectivity), like.connectivity), eb('view', sameAs(like.view), like.view)]
          : [],
      ),
    )
    .groupBy(column)
    .execute()
}

function rollUpsIn(db: Kysely<Schema>, id: string, { from, to }: Range) {
  return db
    .selectFrom('sample_rollups')
    .where('monitor_id', '=', id)
    .where('hour', '>=', hourOf(from))
    .where('hour', '<=', hourOf(to - 1))
}

function inSamples(
  db: Kysely<Schema>,
  selection: Selection,
  column: Column,
  stretch: Stretch,
): Promise<readonly Count[]> {
  return within(db, selection, stretch)
    .select((eb) => [eb.ref(column).as('value'), eb.fn.countAll<number>().as('n')])
    .groupBy(column)
    .execute()
}

function partOf(selection: Selection, split: Split, value: string | null): SeriesPart {
  switch (split) {
    case 'profile':
      return {
        field: { profile_id: value ?? '' },
        selection: ofMonitor(selection, value ?? ''),
      }
    case 'location':
      return { field: { location: value ?? '' }, selection: { ...selection, part: { column: 'location', value } } }
    case 'connectivity':
      return {
        field: { connectivity: value === null ? null : (JSON.parse(value) as Connectivity) },
        selection: { ...selection, part: { column: 'connectivity', value } },
      }
    case 'view':
      return { field: { view: value }, selection: { ...selection, part: { column: 'view', value } } }
  }
}
