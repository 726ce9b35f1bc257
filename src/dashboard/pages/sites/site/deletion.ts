import { deletionRefusal, isOptimizerState } from '../../../../contract/index.ts'
import type { Site } from '../../../api/sites.ts'
import { dnsVerdict } from '../dns.ts'

/** What stands in the way of a site's deletion, as far as that can be known before it is asked for. */
export interface Hindrance {
  /** `blocks`: the service will refuse. `may`: it depends on what only the service knows. */
  readonly kind: 'blocks' | 'may'
  readonly why: string
  /** What to do about it, and where. */
  readonly remedy: string
  readonly where: 'optimizer' | 'dns' | null
}

/** By the state table beside the contract. A partner cannot tell whether it is a reseller: the service knows. */
export function hindrancesOf(site: Pick<Site, 'optimizer' | 'dns' | 'service_cname' | 'host'>): readonly Hindrance[] {
  const { optimizer: state, host } = site
  if (state === null || state === '') return []
  if (!isOptimizerState(state)) {
    const why = `The optimizer is ${state}, a state that this dashboard does not know.`
    return [{ kind: 'may', why, remedy: 'The service decides.', where: null }]
  }
  const why = deletionRefusal(state, 'partner')
  if (!why) return []
  switch (state) {
    case 'proxy only': {
      const points = dnsVerdict(site).kind === 'points'
      const first: Hindrance = {
        kind: 'may',
        why: `The optimizer is ${state}: only a reseller can delete the site now.`,
        remedy: 'Others resume the optimizer first.',
        where: 'optimizer',
      }
      const record: Hindrance = {
        kind: 'blocks',
        why: `The CNAME record of ${host} points at the service: without the site, visitors would find nothing there.`,
        remedy: 'Remove the record first.',
        where: 'dns',
      }
      return points ? [first, record] : [first]
    }
    case 'trial':
    case 'active': {
      const remedy = `Point the DNS of ${host} away from the service: the site turns off by itself once that is seen.`
      return [{ kind: 'blocks', why, remedy, where: 'dns' }]
    }
    default: {
      const remedy =
        'Resume the optimizer. If that leads to trial or active, point the DNS away from the service after it.'
      return [{ kind: 'blocks', why, remedy, where: 'optimizer' }]
    }
  }
}
