import { dnsVerdict, hasAddresses } from './dns.ts'
import type { Redirect, Site } from './reads.ts'

/**
 * Where a redirect stands. `impossible`: the counterpart is a root domain, and the service has no public address for that.
 * `secured`: it works over https, too.
 */
export type RedirectStage = 'off' | 'impossible' | 'waiting' | 'live' | 'secured'

/** @param certified the counterpart that the site's certificate is for; undefined where the service gets none */
export function stageOf({ enabled, since, host, dns }: Redirect, certified: string | null | undefined): RedirectStage {
  if (!enabled) return 'off'
  if (since !== null) return certified === undefined || certified === host ? 'secured' : 'live'
  return dns?.addresses && !hasAddresses({ dns }) ? 'impossible' : 'waiting'
}

/** The counterpart as if it were a site: it needs the same records. */
export function asSite(site: Site, { host, dns }: Redirect): Site {
  return { ...site, host: host ?? '', dns }
}

const anyOfThem = 'Any of these addresses will do, but there must be no others.'

/** What is to be done about the records of a counterpart. */
export function recordsHint(counterpart: Site, { verdict, dns }: Redirect): string {
  const { kind } = dnsVerdict(counterpart)
  if (dns?.addresses) {
    if (kind === 'unproved') return 'Only the TXT record is missing, which says that its visitors belong to this site.'
    return kind === 'differs'
      ? `Replace the addresses, and create the TXT record. ${anyOfThem}`
      : `Create these records. ${anyOfThem}`
  }
  if (verdict === 'unproved')
    return 'Its visitors come to the service already, but only this record says that they belong to this site.'
  return kind === 'differs' || verdict === 'elsewhere' || verdict === 'partly'
    ? 'Put this record in place of those that there are.'
    : 'Create this record.'
}
