import { type Kysely, sql } from 'kysely'
import { judgedMetrics, type ReadableDatabase, type Schema } from '../../database/index.ts'
import { type Selection, selectSamples } from '../samples/selection.ts'
import type { Stretch } from './series-roll-ups.ts'
import type { Point } from './series-rules.ts'

/** Samples are read in chunks, so that a cancelled read ends soon. */
const chunkSize = 2_000
/** Stretches read with one statement. */
const maxStretches = { sqlite: 50, postgres: 1_000 }

/** The samples of one monitor in some stretches of time, in chunks. */
export async function* pointsIn(
  database: ReadableDatabase,
  selection: Selection,
  stretches: readonly Stretch[],
): AsyncGenerator<readonly Point[]> {
  let together: Stretch[] = []
  let count = 0
  const flush = async () => {
    const points = await pointsOf(database, selection, together)
    together = []
    count = 0
    return points
  }
  for (const stretch of stretches) {
    const { samples = Infinity } = stretch
    if (samples > chunkSize) {
      yield* chunksOf(database.db, selection, stretch)
      continue
    }
    if (count + samples > chunkSize || together.length === maxStretches[database.kind]) yield await flush()
    together.push(stretch)
    count += samples
  }
  if (together.length > 0) yield await flush()
}

interface Row {
  readonly taken_at: number
  readonly sample_type: number
  readonly metrics: string
}

const columns = ['taken_at', 'sample_type', judgedMetrics] as const

function pointOf({ taken_at, sample_type, metrics }: Row): Point {
  return { at: taken_at, type: sample_type, values: JSON.parse(metrics) as (number | null)[] }
}

/** What was measured in stretches that have few samples together. */
async function pointsOf(
  { db, kind }: ReadableDatabase,
  selection: Selection,
  stretches: readonly Stretch[],
): Promise<Point[]> {
  const rows = await (kind === 'sqlite' ? unionOf(db, selection, stretches) : joinOf(db, selection, stretches))
  return rows.map(pointOf)
}

async function unionOf(db: Kysely<Schema>, selection: Selection, stretches: readonly Stretch[]) {
  const [first, ...others] = stretches.map((stretch) => within(db, selection, stretch).select(columns))
  return (await first?.unionAll(others).execute()) ?? []
}

/** Of a union, PostgreSQL plans each part over all months, which takes longer than reading. */
async function joinOf(db: Kysely<Schema>, selection: Selection, stretches: readonly Stretch[]) {
  const begins = stretches.map(({ from }) => from)
  const ends = stretches.map(({ to }) => to)
  const inStretch = selectSamples(db, { ...selection, from: undefined, to: undefined })
    .where('taken_at', '>=', sql<number>`stretch.begins`)
    .where('taken_at', '<', sql<number>`stretch.ends`)
    .select(columns)
    // keeps PostgreSQL from reading all samples of the monitor and joining them with the stretches
    .offset(sql.lit(0))
  const { rows } = await sql<Row>`
    select sample.* from unnest(cast(${begins} as bigint[]), cast(${ends} as bigint[])) as stretch (begins, ends)
      cross join lateral (${inStretch}) as sample`.execute(db)
  return rows
}

/** What was measured in a stretch that may have many samples, in order of time. */
async function* chunksOf(db: Kysely<Schema>, selection: Selection, stretch: Stretch): AsyncGenerator<Point[]> {
  let after: { readonly at: number; readonly id: string } | undefined
  for (;;) {
    let page = within(db, selection, { ...stretch, from: after?.at ?? stretch.from })
    if (after) {
      const { at, id } = after
      page = page.where((eb) => eb.or([eb('taken_at', '>', at), eb.and([eb('taken_at', '=', at), eb('id', '>', id)])]))
    }
    const rows = await page
      .select([...columns, 'id'])
      .orderBy('taken_at')
      .orderBy('id')
      .limit(chunkSize)
      .execute()
    yield rows.map(pointOf)
    const last = rows.at(-1)
    if (!last || rows.length < chunkSize) return
    after = { at: last.taken_at, id: last.id }
  }
}

/** Selects in a stretch, with one start and one end only: of several, SQLite takes any for its search in the index. */
export function within(db: Kysely<Schema>, selection: Selection, { from, to }: Stretch) {
  return selectSamples(db, { ...selection, from: undefined, to: undefined })
    .where('taken_at', '>=', from)
    .where('taken_at', '<', to)
}
