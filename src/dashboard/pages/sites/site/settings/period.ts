import { plural } from '../../../../format/format.ts'

const periods = [
  { seconds: 86_400, unit: 'day' },
  { seconds: 3600, unit: 'hour' },
  { seconds: 60, unit: 'minute' },
] as const

/** Seconds in the largest unit of which they are a whole number. */
export function period(seconds: number): string {
  const largest = periods.find((unit) => seconds > 0 && seconds % unit.seconds === 0)
  return largest ? plural(seconds / largest.seconds, largest.unit) : plural(seconds, 'second')
}
