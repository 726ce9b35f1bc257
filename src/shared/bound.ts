/** A limit, and how the documentation shows it. */
export interface Bound<T> {
  readonly value: T
  readonly text: string
  /** What is limited, and what happens beyond the limit. */
  readonly what: string
}

/** A number of events within a period. */
export interface Rate {
  readonly points: number
  readonly seconds: number
}

export const count = (value: number, what: string): Bound<number> => ({ value, text: value.toLocaleString('en'), what })
export const bytes = (value: number, what: string): Bound<number> => ({ value, text: bytesText(value), what })
export const characters = (value: number, what: string): Bound<number> => ({
  value,
  text: `${value.toLocaleString('en')} characters`,
  what,
})
/** In ms. */
export const time = (value: number, what: string): Bound<number> => ({ value, text: timeText(value), what })
export const rate = (points: number, seconds: number, what: string): Bound<Rate> => ({
  value: { points, seconds },
  text: `${points} in ${timeText(seconds * 1000)}`,
  what,
})

function bytesText(size: number): string {
  return size < 2 ** 20 ? `${size / 2 ** 10} KiB` : `${size / 2 ** 20} MiB`
}

function timeText(ms: number): string {
  const day = 24 * 3_600_000
  if (ms % day === 0 && ms > day) return `${ms / day} days`
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`
  if (ms < 1000) return `${ms} ms`
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`
}
