import { type Kysely, sql } from 'kysely'
import type { SampleTable, Schema } from '../../database/index.ts'

/** Which samples to read. */
export interface Selection {
  readonly profiles: readonly SelectedProfile[]
  /** UNIX ms, both included. */
  readonly from: number | undefined
  readonly to: number | undefined
  readonly dataCenters: readonly string[]
  /** -1 for all. */
  readonly type: number
  /** The code of an issue; all samples without one. */
  readonly issue?: string | undefined
  /** Only samples of this connectivity and view, as they are stored. */
  readonly like?: Readonly<Pick<SampleTable, 'connectivity' | 'view'>> | undefined
  /** Only samples with this value in this column. */
  readonly part?: Part | undefined
}

interface Part {
  readonly column: 'location' | 'connectivity' | 'view'
  readonly value: string | null
}

interface SelectedProfile {
  readonly id: string
  /** Empty for all. */
  readonly locations: readonly string[]
}

/** What a selection has of one monitor. */
export function ofMonitor<S extends Selection>(selection: S, id: string): S {
  return { ...selection, profiles: selection.profiles.filter((profile) => profile.id === id) }
}

/** Compares a column with a value that may be null. */
export const sameAs = (value: string | null) => (value === null ? 'is' : '=')

/** A statement that selects samples, for lists and series alike. */
export function selectSamples(db: Kysely<Schema>, selection: Selection) {
  const { profiles, from, to, dataCenters, type, issue, like, part } = selection
  const ids = [...new Set(profiles.map(({ id }) => id))]
  const everywhere = profiles.filter(({ locations }) => locations.length === 0).map(({ id }) => id)
  const somewhere = profiles.filter(({ id }) => !everywhere.includes(id))
  let samples = db.selectFrom('samples').where('monitor_id', 'in', ids)
  if (somewhere.length > 0) {
    samples = samples.where((eb) =>
      eb.or([
        ...(everywhere.length > 0 ? [eb('monitor_id', 'in', everywhere)] : []),
        ...somewhere.map(({ id, locations }) =>
          eb.and([eb('monitor_id', '=', id), eb('location', 'in', [...locations])]),
        ),
      ]),
    )
  }
  if (from !== undefined) samples = samples.where('taken_at', '>=', Math.ceil(from))
  if (to !== undefined) samples = samples.where('taken_at', '<=', Math.floor(to))
  if (dataCenters.length > 0) samples = samples.where('data_center', 'in', [...dataCenters])
  if (type !== -1) samples = samples.where('sample_type', '=', type)
  if (issue !== undefined) samples = samples.where(hasIssue(issue))
  if (like)
    samples = samples
      .where('connectivity', sameAs(like.connectivity), like.connectivity)
      .where('view', sameAs(like.view), like.view)
  if (part) samples = samples.where(sql.ref<string | null>(part.column), sameAs(part.value), part.value)
  return samples
}

/** Looks for the code in the JSON as it was written. In a message, its quotes would be escaped. */
function hasIssue(code: string) {
  const written = `"code":${JSON.stringify(code)}`
  return sql<boolean>`issues like ${`%${written.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`
}
