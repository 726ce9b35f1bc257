export const severities = ['ok', 'warning', 'error', 'critical'] as const
/** 0 no issue, 1 warning, 2 error, 3 critical. */
export type SampleType = 0 | 1 | 2 | 3

/** The name of a severity that is trouble; undefined for 0 and for one of another version. */
export function troubleOf(severity: number): 'warning' | 'error' | 'critical' | undefined {
  const name = severities[severity]
  return name === 'ok' ? undefined : name
}

interface IssueKind {
  readonly severity: number
  readonly code: string
}

/** Whether an issue says that the page itself failed: it didn't answer, or with an error. */
export function isPageFailure({ severity, code }: IssueKind): boolean {
  return severity === 3 || code === 'http-4xx'
}

/**
 * Whether an issue says that a resource of the site's own failed, or that a page which is shown still waits for one when its
 * time is up. Those of others fail often, and the site can't help it.
 */
export function isResourceFailure({ severity, code }: IssueKind): boolean {
  return code === 'asset-failed' || (code === 'timeout' && severity === 2)
}

/** Service scores below these make a sample a warning, or an error. */
export const scoreLimits = { warning: 70, error: 50 } as const

/** The severity of a service score. */
export function scoreSeverity(score: number): SampleType {
  if (score < scoreLimits.error) return 2
  return score < scoreLimits.warning ? 1 : 0
}

/** The severity of a sample: that of its worst issue. */
export function worstSeverity(issues: readonly { readonly severity: SampleType }[]): SampleType {
  return issues.reduce<SampleType>((worst, { severity }) => (severity > worst ? severity : worst), 0)
}
