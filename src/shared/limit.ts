/** A limit, and how the documentation shows it. */
export interface Limit<T> {
  readonly value: T
  readonly text: string
  /** What is limited, and what happens beyond the limit. */
  readonly what: string
}

export const day = 24 * 3_600_000

/** A number of events within a period. */
export interface Rate {
  readonly points: number
  readonly seconds: number
}

export const count = (value: number, what: string): Limit<number> => ({ value, text: value.toLocaleString('en'), what })
export const bytes = (value: number, what: string): Limit<number> => ({ value, text: bytesText(value), what })
export const characters = (value: number, what: string): Limit<number> => ({
  value,
  text: `${value.toLocaleString('en')} characters`,
  what,
})
/** In ms. */
export const time = (value: number, what: string): Limit<number> => ({ value, text: timeText(value), what })
export const rate = (points: number, seconds: number, what: string): Limit<Rate> => ({
  value: { points, seconds },
  text: `${points} in ${timeText(seconds * 1000)}`,
  what,
})

type Values<L> = { readonly [N in keyof L]: L[N] extends Limit<infer T> ? T : never }

const shown = new WeakMap<object, readonly Limit<number | Rate>[]>()

/** Limits as code reads them: sizes in bytes or characters, times in ms. `scripts/limits-table.ts` prints them. */
export function limits<L extends Readonly<Record<string, Limit<number> | Limit<Rate>>>>(described: L): Values<L> {
  const values = Object.fromEntries(Object.entries(described).map(([name, { value }]) => [name, value])) as Values<L>
  shown.set(values, Object.values(described))
  return values
}

/** How the documentation shows the limits that `limits` returned. */
export const shownLimits = (values: object): readonly Limit<number | Rate>[] => shown.get(values) ?? []

function bytesText(size: number): string {
  return size < 2 ** 20 ? `${size / 2 ** 10} KiB` : `${size / 2 ** 20} MiB`
}

function timeText(ms: number): string {
  if (ms % day === 0 && ms > day) return `${ms / day} days`
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`
  if (ms < 1000) return `${ms} ms`
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`
}
