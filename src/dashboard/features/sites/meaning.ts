import type { Scope } from '../../api/scope.ts'
import type { Site } from './reads.ts'
import { meaningOf } from './SiteState.tsx'
import { dnsVerdict, pointsElsewhere } from './dns.ts'

/** What states that don't depend on DNS would mean if visitors came through the service. */
const unreached: Readonly<Record<string, string>> = {
  transparent: 'Requests would pass through unchanged, but DNS doesn’t point to the service.',
  maintenance: 'Visitors would get a maintenance page, but DNS doesn’t point to the service.',
}

/** What they mean before the service has looked, as after a change of the host. */
const unchecked: Readonly<Record<string, string>> = {
  transparent: 'Requests pass through unchanged if DNS points to the service, which hasn’t been checked yet.',
  maintenance: 'Visitors get a maintenance page if DNS points to the service, which hasn’t been checked yet.',
}

/** What they mean where DNS can't tell, as for a root domain. */
const unknown: Readonly<Record<string, string>> = {
  transparent: 'Requests that reach the service pass through unchanged and are counted.',
  maintenance: 'Visitors who reach the service get a maintenance page.',
}

/** What the state of a site means for its visitors, as far as the service has seen where DNS leads them. */
export function siteMeaning(
  site: Pick<Site, 'optimizer' | 'dns' | 'service_cname'>,
  scope: Pick<Scope, 'kind'>,
): string {
  return wordsFor(site)[site.optimizer ?? ''] ?? meaningOf(site.optimizer, scope)
}

function wordsFor(site: Pick<Site, 'dns' | 'service_cname'>): Readonly<Record<string, string>> {
  const { kind } = dnsVerdict(site)
  if (kind === 'not reported' || kind === 'matches') return {}
  const isUnseen = site.dns?.root_domain && !site.dns.addresses
  // without proof or a server, a root domain's visitors come all the same
  if (isUnseen || kind === 'unproved' || kind === 'no origin') return unknown
  return pointsElsewhere(site) ? unreached : unchecked
}
