import { scoreLimits, type Sample } from '../../../contract/index.ts'
import { issueName } from '../../../words/issues.ts'

/**
 * What makes a result as bad as it is, in a few words, from its metrics: `HTTP 503`, `Page score 42`. Undefined for a good one,
 * and where the metrics don't tell. The severities are those of docs/api.md, “Severity”.
 */
export function resultKind(
  severity: number | undefined,
  metrics: Sample['metrics'] | undefined = {},
): string | undefined {
  const [status = 0, scripts = 0, failed = 0, logged = 0] = [
    'status_code',
    'js_errors',
    'request_errors',
    'console_errors',
  ].map((name) => metrics[name] ?? 0)
  const score = metrics['service_score'] ?? 100
  const scored = `Page score ${Math.round(score)}`
  switch (severity) {
    case 3:
      return status >= 500 ? `HTTP ${status}` : undefined
    case 2:
      if (status >= 400) return `HTTP ${status}`
      if (scripts > 0) return issueName('uncaught-exception')
      if (score < scoreLimits.error) return scored
      return failed > 0 ? issueName('asset-failed') : undefined
    case 1:
      if (score < scoreLimits.warning) return scored
      if (failed > 0) return issueName('third-party-failed')
      return logged > 0 ? issueName('console-error') : undefined
    default:
      return undefined
  }
}

/** The same of a sample, by the name of its worst issue where its metrics don't tell. */
export function sampleKind({
  sample_type: severity,
  metrics,
  issues = [],
}: Pick<Sample, 'sample_type'> &
  Partial<Pick<Sample, 'metrics'>> & {
    readonly issues?: readonly { readonly severity: number; readonly code: string }[] | undefined
  }): string | undefined {
  const worst = issues.filter((issue) => issue.severity === severity)
  // a low score follows from what else is wrong
  const issue = worst.find(({ code }) => code !== 'low-score') ?? worst[0]
  return resultKind(severity, metrics) ?? (issue && issueName(issue.code))
}
