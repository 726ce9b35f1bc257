import { isOptimized, type OptimizerState } from '../../contract/index.ts'
import { pointsAtService } from '../world/dns.ts'
import type { DnsAnswer } from '../world/world.ts'

interface Watched {
  readonly state: string
  readonly off_by_operator: number
  readonly service_cname: string
}

/** The state that a DNS answer moves a site to, if any. A single answer is enough. An `off` set by the operator stays. */
export function stateByDns(site: Watched, answer: DnsAnswer, plan: string): OptimizerState | undefined {
  const points = pointsAtService(answer, site)
  if (points === undefined) return undefined
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
