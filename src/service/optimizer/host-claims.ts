import type { ExpressionBuilder, Kysely } from 'kysely'
import type { HostClaim } from '../../contract/host-claims.ts'
import type { RootDns } from '../../contract/root-dns.ts'
import { deletedState, type Schema, type Site } from '../database/index.ts'
import { counterpartSite, withHostname } from '../sites/index.ts'
import { hostnameOf } from '../world/dns.ts'

/**
 * Every site that visitors of a host can belong to: those with the host, ports not compared, and those whose counterpart it
 * is and that its DNS has been seen to lead to.
 */
export async function claimsTo(db: Kysely<Schema>, host: string): Promise<HostClaim[]> {
  const sites = await withHostname(db, host).selectAll().where('deferred', '=', 0).where(isThere).execute()
  const redirecting = await withCounterpart(db, host).selectAll().where(isThere).execute()
  return [...sites, ...redirecting.flatMap((site) => counterpartSite(site) ?? [])].map(claimOf)
}

const isThere = (eb: ExpressionBuilder<Schema, 'sites'>) =>
  eb.and([eb('account_id', 'is not', null), eb('state', '!=', deletedState)])

/** The sites to which a host's visitors are redirected, by its DNS. */
export function withCounterpart(db: Kysely<Schema>, host: string) {
  return db
    .selectFrom('sites')
    .where('counterpart', '=', hostnameOf(host))
    .where('counterpart_dns', '=', 'here' satisfies RootDns)
}

export function claimOf({
  id,
  service_cname,
  cname_seen,
  cname_seen_at,
  txt_seen,
  root_dns,
  host_since,
}: Pick<
  Site,
  'id' | 'service_cname' | 'cname_seen' | 'cname_seen_at' | 'txt_seen' | 'root_dns' | 'host_since'
>): HostClaim {
  return {
    id,
    isPointed: cname_seen === service_cname,
    seenAt: cname_seen_at ?? 0,
    isProved: txt_seen === 1,
    isKept: root_dns === 'here',
    since: host_since,
  }
}
