import { isPageFailure, isResourceFailure, limitExceeded, type Sample } from '../../../../contract/index.ts'

type Limits = Readonly<Record<string, number>> | null | undefined

/**
 * Whether a sample is good by what an incident is about, as the service judges it when a place recovers (`findingsOf`): the
 * page answered, its resources came, or none of its values is over a limit of the monitor. A sample that can't tell isn't.
 * What is usual for a page is known to the service only.
 */
export function isGoodBy(
  kind: string,
  { issues = [], judged = true, metrics = {} }: Pick<Sample, 'issues' | 'judged' | 'metrics'>,
  limits: Limits,
): boolean {
  if (issues.some(isPageFailure)) return false
  if (!judged && (kind === 'slow' || issues.some(({ code }) => code === 'timeout'))) return false
  if (kind === 'resources') return !issues.some(isResourceFailure)
  if (kind !== 'slow') return true
  return Object.entries(metrics).every(([name, value]) => limitExceeded(limits, name, value) === undefined)
}
