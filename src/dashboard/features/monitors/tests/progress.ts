import type { Monitor } from '../../../../contract/index.ts'
import { isFinished } from '../reads.ts'
import { plural } from '../../../kit/format/format.ts'
import { samplesPerRound } from '../schedule.ts'

export interface Progress {
  /** 0 to 1; null if unknown. */
  readonly share: number | null
  readonly words: string
}

/**
 * How far a test is: by its samples if the number of rounds is known, otherwise by the elapsed time.
 * @param samples samples so far; undefined if the service doesn't report it
 * @param now UNIX ms
 */
export function progressOf(test: Monitor, samples: number | undefined, now: number): Progress {
  const { duration, run_times } = test.timing ?? {}
  const round = samplesPerRound(test)
  if (isFinished(test))
    return { share: 1, words: samples === undefined ? 'Finished.' : `Finished with ${plural(samples, 'sample')}.` }
  if (test.variables === undefined || test.timing === undefined) {
    return { share: null, words: samples === undefined ? '' : `${plural(samples, 'sample')} so far.` }
  }
  const byTime = duration
    ? Math.min(1, Math.max(0, (now - Date.parse(test.created_at ?? '')) / (duration * 60_000)))
    : null
  const timeWords =
    byTime === null || Number.isNaN(byTime)
      ? ''
      : ` ${Math.floor(byTime * (duration ?? 0))} of ${duration} min elapsed.`
  const share = byTime === null || Number.isNaN(byTime) ? null : byTime
  if (samples === undefined) return { share, words: timeWords.trim() }
  if (duration && !run_times) return { share, words: `${plural(samples, 'sample')} so far.${timeWords}` }
  const rounds = run_times ?? 1
  const expected = rounds * round
  const done = Math.min(rounds, Math.floor(samples / round))
  const words = `${samples} of ${plural(expected, 'sample')}, ${done} of ${plural(rounds, 'round')}.${timeWords}`
  return { share: Math.max(Math.min(1, samples / expected), share ?? 0), words }
}
