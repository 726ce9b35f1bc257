import { deletionRefusal, isOptimizerState } from '../../../contract/index.ts'
import type { Site } from './reads.ts'
import { dnsVerdict } from './dns.ts'

/** A reason why a site can't be deleted, as far as the dashboard can tell before asking the service. */
export interface DeletionBlocker {
  /** `certain`: the service will refuse. `possible`: it depends on what only the service knows. */
  readonly kind: 'certain' | 'possible'
  readonly reason: string
  /** What to do about it, and where. */
  readonly remedy: string
  readonly where: 'optimizer' | 'dns' | null
}

const afterResuming = 'If the site then returns to trial or active, point its DNS away from the service.'
const resumeFirst = `Resume the optimizer. ${afterResuming}`

/** Follows the contract's table of states. `isReseller`: whether the partner is one, undefined if that isn't known. */
export function deletionBlockers(
  site: Pick<Site, 'optimizer' | 'dns' | 'service_cname' | 'host'>,
  isReseller?: boolean,
): readonly DeletionBlocker[] {
  const { optimizer: state, host } = site
  if (state === null || state === '') return []
  if (!isOptimizerState(state)) {
    const reason = `This dashboard doesn’t know the state “${state}”.`
    return [{ kind: 'possible', reason, remedy: 'The service decides whether the site can be deleted.', where: null }]
  }
  const reason = deletionRefusal(state, 'partner')
  if (!reason) return []
  switch (state) {
    case 'proxy only': {
      const pointsToService = dnsVerdict(site).kind === 'matches'
      const resellersOnly: DeletionBlocker = {
        kind: isReseller === false ? 'certain' : 'possible',
        reason: `In ${state}, only a reseller can delete the site.`,
        remedy: isReseller === false ? resumeFirst : `If you’re not a reseller, resume the optimizer. ${afterResuming}`,
        where: 'optimizer',
      }
      const record: DeletionBlocker = {
        kind: 'certain',
        reason: `The CNAME record of ${host} points to the service. Without the site, visitors would find nothing there.`,
        remedy: 'Remove the record first.',
        where: 'dns',
      }
      return [...(isReseller ? [] : [resellersOnly]), ...(pointsToService ? [record] : [])]
    }
    case 'trial':
    case 'active': {
      const remedy = `Point the DNS of ${host} away from the service. The site turns off automatically once the service sees the change.`
      return [{ kind: 'certain', reason, remedy, where: 'dns' }]
    }
    default:
      return [{ kind: 'certain', reason, remedy: resumeFirst, where: 'optimizer' }]
  }
}
