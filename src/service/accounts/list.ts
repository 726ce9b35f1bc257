import type { listAccounts, ParsedInput, ReplyOf } from '../../contract/index.ts'
import { accountUrl } from '../configuration/addresses.ts'
import { listLimits } from '../api/limits.ts'
import type { CallOf } from '../api/handler.ts'
import { pageCounts } from '../api/paging.ts'
import { troubleOfAccounts } from '../fleet/index.ts'
import { troubledHosts } from '../incidents/index.ts'
import { accountPage } from './read-jobs.ts'

const noSites = { sites: 0, troubled_sites: 0, severity: 0 }
const noHosts = { troubled_hosts: 0, severity: 0 }

/** A page of a partner's accounts. A search reads all of them and a deep page many, so a reader thread does both. */
export async function accountList(
  query: ParsedInput<typeof listAccounts>['query'],
  { partner, services, signal }: CallOf<typeof listAccounts>,
): Promise<ReplyOf<typeof listAccounts>> {
  const { page, per_page, sort_by, direction } = query
  const term = (query.search_term || query.query || '').toLowerCase()
  const input = { partnerId: partner.id, term, page, per_page, sort_by, direction }
  // reading past that many takes about a millisecond
  const isQuick = term === '' && page * per_page <= listLimits.skipped
  const { total, rows } = isQuick
    ? await accountPage(services.database, input)
    : await services.readers.run('accountPage', input, { owner: partner.id, signal })
  const ids = rows.map(({ id }) => id)
  const [ofSites, ofHosts] = await Promise.all([
    troubleOfAccounts(services.database, ids),
    troubledHosts(services.database, ids),
  ])
  const accounts = rows.map(({ last_sign_in_at: signedInAt, ...row }) => {
    const sites = ofSites.get(row.id) ?? noSites
    const hosts = ofHosts.get(row.id) ?? noHosts
    return {
      ...row,
      api_url: accountUrl(services.settings, partner.id, row.id),
      last_sign_in_at: signedInAt === null ? null : new Date(signedInAt).toISOString(),
      ...sites,
      troubled_hosts: hosts.troubled_hosts,
      severity: Math.max(sites.severity, hosts.severity),
    }
  })
  return { ...pageCounts(query, total), accounts }
}
