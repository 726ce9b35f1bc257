import { minInterval, type Monitor } from '../../../contract/index.ts'
import { plural } from '../../kit/format/format.ts'

const space = '\u00a0'
const hour = 60
const day = 24 * hour

/** `30 min`, `6 h`, `1 h 30 min`, `7 days`. */
export function intervalWords(minutes: number): string {
  if (minutes > day && minutes % day === 0) return `${minutes / day}${space}days`
  const hours = Math.floor(minutes / hour)
  const rest = minutes % hour
  const parts = [...(hours > 0 ? [hours, 'h'] : []), ...(rest > 0 || hours === 0 ? [rest, 'min'] : [])]
  return parts.join(space)
}

/** `every hour`, `every 30 min`. */
export function everyInWords(minutes: number): string {
  return `every${space}${minutes === hour ? 'hour' : intervalWords(minutes)}`
}

/** What rounds of so many samples add up to; undefined unless the interval, in minutes, is an allowed one. */
export function samplesADay(perRound: number, interval: number): number | undefined {
  return Number.isInteger(interval) && interval >= minInterval ? Math.round((perRound * day) / interval) : undefined
}

/** `every 30 min`, `3 rounds, back to back`, `for 2 h, every 10 min`. */
export function scheduleWords(timing: NonNullable<Monitor['timing']>, kind: 'monitor' | 'test'): string {
  const { interval, duration, run_times } = timing
  const every = interval ? everyInWords(interval) : 'back to back'
  if (kind === 'monitor') return interval ? every : 'not reported'
  if (duration && run_times) return `${plural(run_times, 'round')} or ${intervalWords(duration)}, ${every}`
  if (duration) return `for ${intervalWords(duration)}, ${every}`
  if (run_times && run_times > 1) return `${plural(run_times, 'round')}, ${every}`
  return 'once'
}

/** Samples per round. An empty list counts as one. */
export function samplesPerRound({ variables, constants }: Monitor): number {
  const { locations, connectivities, browsers } = variables ?? {}
  const views = constants?.browser_cache === 'EMPTY_AND_FULL' ? 2 : 1
  const counts = [locations, connectivities, browsers].map((list) => Math.max(1, list?.length ?? 0))
  return counts.reduce((product, count) => product * count, views)
}
