import type { Monitor } from '../../../contract/index.ts'
import { plural } from '../../format/format.ts'
import { samplesARound } from '../monitors-and-tests/detail/Configuration.tsx'

export function isRunning({ status }: Monitor): boolean {
  return status?.toUpperCase() === 'RUNNING'
}

/** A test that came to its end, rather than one that was never begun. */
export function isFinished({ status, suspended_message }: Monitor): boolean {
  return status?.toUpperCase() === 'SUSPENDED' && suspended_message === 'finished'
}

export interface Progress {
  /** 0 to 1; null where nobody can tell. */
  readonly share: number | null
  readonly words: string
}

/**
 * How far a test is. Rounds are told by their samples; one for a duration by the time that has passed, as nobody knows
 * how many rounds fit.
 * @param come samples there are; undefined where the service does not tell
 * @param now UNIX ms
 */
export function progressOf(test: Monitor, come: number | undefined, now: number): Progress {
  const { duration, run_times } = test.timing ?? {}
  const round = samplesARound(test)
  if (isFinished(test))
    return { share: 1, words: come === undefined ? 'Finished.' : `Finished with ${plural(come, 'sample')}.` }
  if (test.variables === undefined || test.timing === undefined) {
    return { share: null, words: come === undefined ? '' : `${plural(come, 'sample')} so far.` }
  }
  const byTime = duration
    ? Math.min(1, Math.max(0, (now - Date.parse(test.created_at ?? '')) / (duration * 60_000)))
    : null
  const timeWords =
    byTime === null || Number.isNaN(byTime) ? '' : ` ${Math.floor(byTime * (duration ?? 0))} of ${duration} min passed.`
  const share = byTime === null || Number.isNaN(byTime) ? null : byTime
  if (come === undefined) return { share, words: timeWords.trim() }
  if (duration && !run_times) return { share, words: `${plural(come, 'sample')} so far.${timeWords}` }
  const rounds = run_times ?? 1
  const expected = rounds * round
  const done = Math.min(rounds, Math.floor(come / round))
  const words = `${come} of ${plural(expected, 'sample')}, ${done} of ${plural(rounds, 'round')}.${timeWords}`
  return { share: Math.max(Math.min(1, come / expected), share ?? 0), words }
}
