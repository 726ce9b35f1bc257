import type { Scope } from '../../api/scope.ts'
import type { Site } from '../../api/sites.ts'
import { meaningOf } from '../../components/Mark.tsx'
import { pointsElsewhere } from './dns.ts'

/** What states that don't depend on DNS would mean if visitors came through the service. */
const unreached: Readonly<Record<string, string>> = {
  transparent: 'Requests would pass through unchanged, but DNS doesn’t point to the service.',
  maintenance: 'Visitors would get a maintenance page, but DNS doesn’t point to the service.',
}

/** What the state of a site means for its visitors, as far as the service has seen where DNS leads them. */
export function siteMeaning(
  site: Pick<Site, 'optimizer' | 'dns' | 'service_cname'>,
  scope: Pick<Scope, 'kind'>,
): string {
  // an ALIAS record of a root domain can't be seen
  const isUnreached = pointsElsewhere(site) && !site.dns?.root_domain
  return (isUnreached && unreached[site.optimizer ?? '']) || meaningOf(site.optimizer, scope)
}
