import type { Sample, Split } from '../../../../contract/index.ts'
import { judgedValue } from '../series.ts'
import { partOf } from '../splits.ts'

/** Samples stored by column: 100,000 of them take a few megabytes and are drawn without reading any record. */
export interface Columns {
  readonly ids: readonly (string | undefined)[]
  /** UNIX ms. */
  readonly at: readonly number[]
  /** `sample_type`s. */
  readonly types: readonly number[]
  /** Positions in `groups`. */
  readonly group: readonly number[]
  readonly groups: readonly Group[]
  /** By metric; NaN if not measured, or not judged. */
  readonly values: Readonly<Record<string, readonly number[]>>
}

/** The part that samples belong to, for whatever they are split by. */
export type Group = Readonly<Record<Split, string>>

export const noColumns: Columns = { ids: [], at: [], types: [], group: [], groups: [], values: {} }

/** Columns with those of `more` that they don't have yet. */
export function withMore(columns: Columns, more: Columns): Columns {
  const known = new Set(columns.ids)
  const isNew = more.ids.map((id) => id !== undefined && !known.has(id))
  if (!isNew.includes(true)) return columns
  const added = <Value>(values: readonly Value[]) => values.filter((_, i) => isNew[i])
  return {
    ids: [...columns.ids, ...added(more.ids)],
    at: [...columns.at, ...added(more.at)],
    types: [...columns.types, ...added(more.types)],
    group: [...columns.group, ...added(more.group).map((place) => columns.groups.length + place)],
    groups: [...columns.groups, ...more.groups],
    values: Object.fromEntries(
      Object.entries(columns.values).map(([name, values]) => [name, [...values, ...added(more.values[name] ?? [])]]),
    ),
  }
}

/** Adds samples to columns as they arrive. */
export class ColumnBuilder {
  readonly #metrics: readonly string[]
  readonly #ids: (string | undefined)[] = []
  readonly #at: number[] = []
  readonly #types: number[] = []
  readonly #group: number[] = []
  readonly #groups: Group[] = []
  readonly #places = new Map<string, number>()
  readonly #values: Record<string, number[]>
  readonly #seen = new Set<string>()

  constructor(metrics: readonly string[]) {
    this.#metrics = metrics
    this.#values = Object.fromEntries(metrics.map((name) => [name, []]))
  }

  get size(): number {
    return this.#at.length
  }

  /** Skips duplicates and samples without a known time, which have no place on the axis. */
  add(samples: readonly Sample[]): void {
    for (const sample of samples) {
      const at = Date.parse(sample.taken_at ?? '')
      if (Number.isNaN(at)) continue
      if (sample.id !== undefined) {
        if (this.#seen.has(sample.id)) continue
        this.#seen.add(sample.id)
      }
      this.#ids.push(sample.id)
      this.#at.push(at)
      this.#types.push(sample.sample_type ?? -1)
      this.#group.push(this.#groupOf(sample))
      for (const name of this.#metrics) this.#values[name]?.push(judgedValue(sample, name) ?? Number.NaN)
    }
  }

  /** A copy of the columns so far, which later samples don't change. */
  columns(): Columns {
    const { length } = this.#at
    return {
      ids: this.#ids.slice(0, length),
      at: this.#at.slice(0, length),
      types: this.#types.slice(0, length),
      group: this.#group.slice(0, length),
      groups: [...this.#groups],
      values: Object.fromEntries(Object.entries(this.#values).map(([name, values]) => [name, values.slice()])),
    }
  }

  #groupOf(sample: Sample): number {
    const group: Group = {
      profile: partOf(sample, 'profile'),
      location: partOf(sample, 'location'),
      connectivity: partOf(sample, 'connectivity'),
      view: partOf(sample, 'view'),
    }
    const key = JSON.stringify(group)
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#groups.push(group)
    this.#places.set(key, this.#groups.length - 1)
    return this.#groups.length - 1
  }
}
