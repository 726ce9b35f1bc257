import * as z from 'zod/mini'
import { claimRecord } from '../../contract/host-claims.ts'
import type { Site } from '../database/index.ts'
import type { Services } from '../api/services.ts'
import { hostnameOf } from '../world/dns.ts'
import { type EdgeAddresses, edgeAddresses } from './edge-addresses.ts'
import { domainOf, isRootDomain } from './rules.ts'

/** Addresses of each family that are shown as expected; more would be a burden to whoever copies them. */
const maxExpected = 4

/** What is known of the DNS of sites, for replies; null for a deferred host. */
export async function dnsReplies(
  sites: readonly Site[],
  services: Pick<Services, 'database' | 'world'>,
): Promise<ReturnType<typeof recordOf>[]> {
  const edge = sites.some(isByAddress) ? await edgeAddresses(services) : undefined
  return sites.map((site) => recordOf(site, edge))
}

/** The same of one site. */
export async function dnsOf(site: Site, services: Pick<Services, 'database' | 'world'>) {
  return (await dnsReplies([site], services))[0] ?? null
}

function recordOf(site: Site, edge: EdgeAddresses | undefined) {
  const { deferred, host, service_cname, cname_seen, cname_seen_at, host_taken } = site
  if (deferred === 1) return null
  const { name, value } = claimRecord(hostnameOf(host), service_cname)
  return {
    cname_seen,
    seen_at: cname_seen_at === null ? null : new Date(cname_seen_at).toISOString(),
    root_domain: isRootDomain(hostnameOf(host)),
    domain: domainOf(hostnameOf(host)),
    ...(edge && isByAddress(site) ? { addresses: addressesOf(site, { name, value }, edge) } : {}),
    ...(host_taken === 1 ? { taken: { txt_name: name, txt_value: value } } : {}),
  }
}

/** Whether addresses bring a site's visitors. */
function isByAddress({ deferred, account_id, cname_seen, host }: Site): boolean {
  return deferred === 0 && account_id !== null && cname_seen === null && isRootDomain(hostnameOf(host))
}

function addressesOf(
  { root_dns, addresses_seen, txt_seen }: Site,
  txt: { readonly name: string; readonly value: string },
  { up, known }: EdgeAddresses,
) {
  const seen = z.parse(z.array(z.string()), JSON.parse(addresses_seen ?? '[]'))
  const family = (isV6: boolean) => up.filter((address) => address.includes(':') === isV6).slice(0, maxExpected)
  return {
    verdict: root_dns,
    expected: [...family(false), ...family(true)],
    seen,
    foreign: seen.filter((address) => !known.has(address)),
    txt: { ...txt, seen: txt_seen === 1 },
  }
}
