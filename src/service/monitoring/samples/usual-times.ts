import { metricNames, speedMetric } from '../../../contract/index.ts'
import { runnerLimits } from '../limits.ts'
import { LruMap } from '../../../shared/lru-map.ts'
import type { Monitor, ReadableDatabase } from '../../database/index.ts'
import { addPackedSamples, Corrupt, hourOf, Sketch } from '../../rollups/index.ts'

const week = 7 * 24
/** How many earlier weeks say what is usual, and how many of them must have samples. */
const weeks = { looked: 4, needed: 2 } as const

/** What a time is compared with: the samples of the same monitor in the same place, and over the same connection. */
interface Variant {
  readonly location: string
  /** As stored: JSON. */
  readonly connectivity?: string | null
  readonly view?: string | null
}

export const variantKey = ({ location, connectivity = null, view = null }: Variant) =>
  `${location}\n${connectivity}\n${view}`

/** The usual value of a monitor's speed metric, in ms, by `variantKey`. Variants that aren't known well have none. */
export type Usual = ReadonlyMap<string, number>

const nothing: Usual = new Map()

/**
 * What is usual at this hour of the week: the median of the speed metric in the same hour of the last four weeks, and in the
 * hours before and after it. Read once an hour for each monitor that is measured.
 */
export class UsualTimes {
  readonly #database: ReadableDatabase
  readonly #known = new LruMap<string, { readonly hour: number; readonly usual: Usual }>(runnerLimits.usualTimes)

  constructor(database: ReadableDatabase) {
    this.#database = database
  }

  /** @param at UNIX ms */
  async of(monitor: Pick<Monitor, 'id' | 'type' | 'created_at'>, at: number): Promise<Usual> {
    const hour = hourOf(at)
    // it can't have samples of enough weeks
    if (hourOf(monitor.created_at) > hour - weeks.needed * week + 1) return nothing
    const known = this.#known.get(monitor.id)
    if (known?.hour === hour) return known.usual
    const usual = await this.#read(monitor, hour)
    this.#known.set(monitor.id, { hour, usual })
    return usual
  }

  async #read({ id, type }: Pick<Monitor, 'id' | 'type'>, hour: number): Promise<Usual> {
    const hours = Array.from({ length: weeks.looked }, (_, i) => hour - (i + 1) * week).flatMap((same) => [
      same - 1,
      same,
      same + 1,
    ])
    const rows = await this.#database.db
      .selectFrom('sample_rollups')
      .select(['hour', 'location', 'connectivity', 'view', 'data'])
      .where('monitor_id', '=', id)
      .where('hour', 'in', hours)
      // PostgreSQL then leaves out the months before
      .where('hour', '>=', hour - weeks.looked * week - 1)
      .execute()
    const position = metricNames.indexOf(speedMetric(type))
    if (rows.length === 0) return nothing
    const byVariant = Map.groupBy(rows, variantKey)
    const sketch = new Sketch()
    const usual = new Map<string, number>()
    for (const [key, ofVariant] of byVariant) {
      const measured = ofVariant.filter(({ data }) => data !== null && add(data, position, sketch))
      // the hour before and the one after belong to the same week
      const known = new Set(measured.map((row) => Math.round((hour - row.hour) / week)))
      const [median = NaN] = sketch.percentiles([0.5])
      if (known.size >= weeks.needed && Number.isFinite(median)) usual.set(key, median)
      sketch.clear()
    }
    return usual
  }
}

/** Adds a metric of a roll-up. @returns whether it has any value */
function add(data: Uint8Array, position: number, sketch: Sketch): boolean {
  const before = sketch.count
  try {
    addPackedSamples(data, -1, { addCount() {}, sketchOf: (i) => (i === position ? sketch : undefined) })
  } catch (error) {
    if (!(error instanceof Corrupt)) throw error
  }
  return sketch.count > before
}
