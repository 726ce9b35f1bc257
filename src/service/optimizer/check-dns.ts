import { checkDns } from '../../contract/index.ts'
import { conflict } from '../api/errors.ts'
import { type AccountCall, bothScopes, type Handlers } from '../api/handler.ts'
import { siteOf } from '../api/site-queries.ts'
import { dnsOf } from '../sites/index.ts'
import { lookAtDns } from './look-at-dns.ts'

export const dnsHandlers: Handlers<'partner.sites.checkDns' | 'user.sites.checkDns'> = {
  ...bothScopes(checkDns, ({ path }, call) => check(path.site_id, call)),
}

/** Asks DNS about a site now, and does what the watcher would do. */
async function check(id: string, { account, partner, services }: AccountCall) {
  const site = await siteOf(account, id, services)
  if (site.deferred === 1)
    throw conflict("The site's host is a placeholder, so there is no record to check. Give it a real host first.")
  const answered = await services.lookups.run(partner?.id ?? account.id, () =>
    lookAtDns({ ...site, plan: account.plan }, services),
  )
  const after = await siteOf(account, id, services)
  return { answered, optimizer: after.state, dns: await dnsOf(after, services) }
}
