import type { Kysely } from 'kysely'
import type { HostClaim } from '../../contract/host-claims.ts'
import { deletedState, type Schema, type Site } from '../database/index.ts'
import { hostnameOf } from '../world/dns.ts'

/** Every site that visitors of a host can belong to. Ports aren't compared. */
export async function claimsTo(db: Kysely<Schema>, host: string): Promise<HostClaim[]> {
  const sites = await withHostname(db, host)
    .select(['id', 'service_cname', 'cname_seen', 'cname_seen_at', 'txt_seen', 'root_dns', 'host_since'])
    .where('account_id', 'is not', null)
    .where('deferred', '=', 0)
    .where('state', '!=', deletedState)
    .execute()
  return sites.map(claimOf)
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

/** The sites with a host name, with whatever port. */
export function withHostname(db: Kysely<Schema>, host: string) {
  const hostname = hostnameOf(host)
  return db.selectFrom('sites').where((eb) =>
    // the character after the colon is the semicolon
    eb.or([eb('host', '=', hostname), eb.and([eb('host', '>', `${hostname}:`), eb('host', '<', `${hostname};`)])]),
  )
}
