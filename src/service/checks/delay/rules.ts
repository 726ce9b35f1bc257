import type { Issue } from '../../../contract/index.ts'
import type { Measurement } from '../probe.ts'

/** How late the runner itself was while it measured. */
export interface RunnerDelay {
  /** By how much the times can be too high, in ms. */
  readonly ms: number
  /** Whether that is too much for the times to be judged. */
  readonly isBusy: boolean
}

/** A time that isn't further from the truth than this counts as right: in ms, or as a share of the time itself. */
const tolerance = { ms: 5, share: 0.02 }

/** A part of a measurement. */
export interface Step {
  /** How long it took, ms. */
  readonly took: number
  /** How much of that can be the runner's delay, ms. */
  readonly late: number
}

function isTooLate({ took, late }: Step): boolean {
  return late > Math.max(tolerance.ms, tolerance.share * (took - late))
}

/** The delay of steps that follow each other. Metrics are single steps, or all steps up to one. */
export function delayOf(steps: readonly Step[]): RunnerDelay {
  let took = 0
  let late = 0
  let isBusy = false
  for (const step of steps) {
    took += step.took
    late += step.late
    isBusy ||= isTooLate(step) || isTooLate({ took, late })
  }
  return { ms: late, isBusy }
}

/** The delay of times that all begin at the start of a measurement. The last one needn't be the latest. */
export function worstDelay(times: readonly Step[]): RunnerDelay {
  return { ms: Math.max(0, ...times.map(({ late }) => late)), isBusy: times.some(isTooLate) }
}

/** What only the time decides: it may be the runner's fault. */
const timedCodes: ReadonlySet<string> = new Set(['timeout', 'low-score'])

/**
 * The measurement with the runner's delay. On a busy runner it isn't judged: it has no score, and a time-out isn't the
 * target's. What doesn't depend on time, such as a refused connection or status 503, still counts.
 */
export function withDelay(measurement: Measurement, delay: RunnerDelay): Measurement {
  if (!delay.isBusy) return { ...measurement, runnerDelay: delay }
  const { issues, metrics } = measurement
  const hasTimedOut = issues.some(({ code }) => code === 'timeout')
  const unjudged = issues
    .filter(({ code }) => code !== 'low-score')
    .map((issue): Issue => (timedCodes.has(issue.code) ? { ...issue, severity: 0 } : issue))
  return {
    ...measurement,
    runnerDelay: delay,
    metrics: { ...metrics, service_score: null },
    issues: [...unjudged, busyRunner(delay, hasTimedOut)].toSorted((a, b) => b.severity - a.severity),
  }
}

function busyRunner({ ms }: RunnerDelay, hasTimedOut: boolean): Issue {
  const why = hasTimedOut ? ' The time-out may be the runner’s, not the target’s.' : ''
  return {
    severity: 0,
    code: 'busy-runner',
    message: `Measured on a busy runner: up to ${Math.ceil(ms).toLocaleString('en-US')} ms late. Not judged.${why}`,
  }
}

/** Whether its times count: false on a busy runner. */
export function isJudged({ runnerDelay }: Pick<Measurement, 'runnerDelay'>): boolean {
  return runnerDelay?.isBusy !== true
}
