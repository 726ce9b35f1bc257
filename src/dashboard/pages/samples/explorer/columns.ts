import type { Sample } from '../../../../contract/index.ts'
import { connectivityWords } from '../../../format/connectivity.ts'

/** Samples as columns: a hundred thousand of them take a few megabytes, and are drawn without a look at any record. */
export interface Columns {
  readonly ids: readonly (string | undefined)[]
  /** UNIX ms. */
  readonly at: readonly number[]
  /** `sample_type`s. */
  readonly types: readonly number[]
  /** Positions in `groups`. */
  readonly group: readonly number[]
  readonly groups: readonly Group[]
  /** By metric; NaN where it was not measured. */
  readonly values: Readonly<Record<string, readonly number[]>>
}

export interface Group {
  readonly location: string
  readonly connectivity: string
}

export const noColumns: Columns = { ids: [], at: [], types: [], group: [], groups: [], values: {} }

/** Gathers samples into columns as they come. */
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

  /** A sample that came before, or whose time is not known, is left out: it has no place on the axis. */
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
      for (const name of this.#metrics) this.#values[name]?.push(sample.metrics?.[name] ?? Number.NaN)
    }
  }

  /** What is there so far, as a value of its own: more may be added while it is shown. */
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

  #groupOf({ location = 'not reported', connectivity }: Sample): number {
    const line = connectivityWords(connectivity)
    const key = `${location}\n${line}`
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#groups.push({ location, connectivity: line })
    this.#places.set(key, this.#groups.length - 1)
    return this.#groups.length - 1
  }
}
