import { deviceOf } from '../../../contract/index.ts'
import type { Failure } from '../../../shared/guard/index.ts'
import { metricsOf } from '../metrics.ts'
import type { Check, Measurement, View } from '../probe.ts'
import { issuesOf } from '../severity.ts'

/** For each view, a measurement with no metrics and the failure as its issue; it began at `takenAt` (UNIX ms). */
export function unmeasured(check: Check, failure: Failure, takenAt = Date.now()): Measurement[] {
  const facts = {
    url: check.url,
    failure,
    status: null,
    bodyLimit: null,
    failedAssets: [],
    exceptions: [],
    consoleErrors: [],
    score: null,
  }
  const empty = {
    metrics: metricsOf({}),
    issues: issuesOf(facts),
    requests: [],
    headers: [],
    applied: null,
    screenshots: [],
    device: deviceOf(check.device ?? 'DESKTOP'),
    loadedFirst: null,
    certificate: null,
    runnerDelay: null,
  }
  return viewsOf(check).map((view) => ({ view, takenAt, ...empty }))
}

/** The measurements that were finished before a failure, and the failure as the issue of each further view. */
export function measuredUntil(
  measured: readonly Measurement[],
  check: Check,
  failure: Failure,
  takenAt = Date.now(),
): readonly Measurement[] {
  return [...measured, ...unmeasured(check, failure, takenAt).slice(measured.length)]
}

/** The views of a check: the first view if it names none. */
export const viewsOf = (check: Check): readonly View[] => (check.views.length > 0 ? check.views : ['EMPTY'])
