import { isOptimized, type OptimizerState } from '../../contract/index.ts'

interface Watched {
  readonly state: string
  readonly off_by_operator: number
}

/**
 * The state that a DNS answer moves a site to, if any. A single answer is enough. An `off` set by the operator stays.
 * @param points whether the host leads to the site
 */
export function stateByDns(site: Watched, points: boolean, plan: string): OptimizerState | undefined {
  if (points && (site.state === 'preview' || (site.state === 'off' && site.off_by_operator === 0))) {
    return plan === 'free' ? 'trial' : 'active'
  }
  return !points && (site.state === 'trial' || site.state === 'active') ? 'off' : undefined
}

/** The state that `resume` leads back to after a change of state. */
export function resumeAfter(from: OptimizerState, to: OptimizerState, before: string): string {
  if (isOptimized(to)) return to
  return isOptimized(from) ? from : before
}
