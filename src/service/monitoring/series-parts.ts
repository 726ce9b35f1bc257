import type { Kysely } from 'kysely'
import type { Connectivity, Split } from '../../contract/index.ts'
// not the whole contract: reader threads load this
import { maxParts } from '../../contract/series.ts'
import type { Schema } from '../database/index.ts'
import { type Selection, selectSamples } from './selection.ts'

/** A part of a split series. */
interface SeriesPart {
  /** What all of its samples have in common, as in a sample's record. */
  readonly field: { profile_id?: string; location?: string; connectivity?: Connectivity | null; view?: string | null }
  readonly selection: Selection
}

const columns = { profile: 'monitor_id', location: 'location', connectivity: 'connectivity', view: 'view' } as const

/** The parts of a selection with the most samples, the largest first, and whether there are more. */
export async function partsOf(
  db: Kysely<Schema>,
  selection: Selection,
  split: Split,
): Promise<{ readonly parts: readonly SeriesPart[]; readonly hasMore: boolean }> {
  const column = columns[split]
  const found = await selectSamples(db, selection)
    .select((eb) => [eb.ref(column).as('value'), eb.fn.countAll().as('n')])
    .groupBy(column)
    .orderBy('n', 'desc')
    .orderBy(column)
    .limit(maxParts + 1)
    .execute()
  const parts = found.slice(0, maxParts).map(({ value }) => partOf(selection, split, value))
  return { parts, hasMore: found.length > maxParts }
}

function partOf(selection: Selection, split: Split, value: string | null): SeriesPart {
  switch (split) {
    case 'profile':
      return {
        field: { profile_id: value ?? '' },
        selection: { ...selection, profiles: selection.profiles.filter(({ id }) => id === value) },
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
