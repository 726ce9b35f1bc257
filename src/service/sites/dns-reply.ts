import * as z from 'zod/mini'
import { dnsRecords } from '../../contract/dns-records.ts'
import { claimRecord } from '../../contract/host-claims.ts'
import type { Site } from '../database/index.ts'
import type { Services } from '../api/services.ts'
import { hostnameOf } from '../world/dns.ts'
import { type EdgeAddresses, edgeAddresses } from './edge-addresses.ts'
import { counterpartSite } from './counterpart.ts'
import { counterpartOf, domainOf, isRootDomain } from './rules.ts'

/** Addresses of each family that are shown as expected; more would be a burden to whoever copies them. */
const maxExpected = 4

type Parts = Pick<Services, 'database' | 'world'>

/** What is known of the DNS of sites and of their counterparts, for their records. */
export async function dnsReplies(sites: readonly Site[], services: Parts) {
  const isNeeded = sites.some((site) => isByAddress(site) || isByAddress(counterpartSite(site)))
  const edge = isNeeded ? await edgeAddresses(services) : undefined
  return sites.map((site) => ({ dns: recordOf(site, edge), redirect: redirectRecordOf(site, edge) }))
}

/** What is known of a site's DNS; null for a deferred host. */
export async function dnsOf(site: Site, services: Parts) {
  return recordOf(site, isByAddress(site) ? await edgeAddresses(services) : undefined)
}

/** What is known of the redirect to a site. */
export async function redirectOf(site: Site, services: Parts) {
  return redirectRecordOf(site, isByAddress(counterpartSite(site)) ? await edgeAddresses(services) : undefined)
}

function redirectRecordOf(site: Site, edge: EdgeAddresses | undefined) {
  const counterpart = counterpartSite(site)
  return {
    host: site.deferred === 1 ? null : counterpartOf(hostnameOf(site.host)),
    enabled: counterpart !== undefined,
    since: site.counterpart_since === null ? null : new Date(site.counterpart_since).toISOString(),
    verdict: site.counterpart_dns,
    dns: counterpart ? recordOf(counterpart, edge) : null,
  }
}

function recordOf(site: Site, edge: EdgeAddresses | undefined) {
  const { deferred, host, service_cname, cname_seen, cname_seen_at, host_taken } = site
  if (deferred === 1) return null
  const { name, value } = claimRecord(hostnameOf(host), service_cname)
  const addresses = edge && isByAddress(site) ? addressesOf(site, { name, value }, edge) : undefined
  return {
    cname_seen,
    seen_at: cname_seen_at === null ? null : new Date(cname_seen_at).toISOString(),
    root_domain: isRootDomain(hostnameOf(host)),
    domain: domainOf(hostnameOf(host)),
    records: dnsRecords({ host, service_cname, dns: { addresses } }).map((record) => ({
      ...record,
      values: [...record.values],
    })),
    ...(addresses ? { addresses } : {}),
    ...(host_taken === 1 ? { taken: { txt_name: name, txt_value: value } } : {}),
  }
}

/** Whether addresses bring a site's visitors. */
function isByAddress(site: Site | undefined): boolean {
  if (!site) return false
  const { deferred, account_id, cname_seen, host } = site
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
