import { isOptimized, type OptimizerState } from '../../contract/index.ts'
import { pointsAtService } from '../dns.ts'
import type { DnsAnswer } from '../world.ts'

/** The states of sites that DNS can move. */
export const watchedStates = ['preview', 'trial', 'active', 'off'] as const satisfies readonly OptimizerState[]

interface Watched {
  readonly state: string
  readonly off_by_operator: number
  readonly service_cname: string
}

/** Where DNS moves a site: one answer is enough, and no answer changes nothing. An operator's `off` stays. */
export function stateByDns(site: Watched, answer: DnsAnswer, plan: string): OptimizerState | undefined {
  const points = pointsAtService(answer, site)
  if (points === undefined) return undefined
  if (points && (site.state === 'preview' || (site.state === 'off' && site.off_by_operator === 0))) {
    return plan === 'free' ? 'trial' : 'active'
  }
  return !points && (site.state === 'trial' || site.state === 'active') ? 'off' : undefined
}

/** What `resume` leads back to, after a site has come from one state to another. */
export function resumeAfter(from: OptimizerState, to: OptimizerState, before: string): string {
  if (isOptimized(to)) return to
  return isOptimized(from) ? from : before
}
