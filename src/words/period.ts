import { decimal } from './quantities.ts'

const periods = [
  { seconds: 86_400, unit: 'day' },
  { seconds: 3600, unit: 'hour' },
  { seconds: 60, unit: 'minute' },
  { seconds: 1, unit: 'second' },
] as const

/** Whole seconds in the largest unit of which they are a whole number: `10 minutes`, `90 seconds`. */
export function period(seconds: number): string {
  const { seconds: size, unit } = periods.find((one) => seconds > 0 && seconds % one.seconds === 0) ?? periods[3]
  const count = seconds / size
  return `${decimal(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** A period that needn't be exact: `about 3 hours`. */
export function roughPeriod(seconds: number): string {
  const largest = periods.find((one) => seconds >= 2 * one.seconds) ?? periods[3]
  return seconds < 120 || seconds % largest.seconds === 0 || seconds % 60 === 0
    ? period(seconds)
    : `about ${period(Math.round(seconds / largest.seconds) * largest.seconds)}`
}
