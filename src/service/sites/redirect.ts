import { readRedirect, setRedirect } from '../../contract/index.ts'
import { deletedState, type Site } from '../database/index.ts'
import { invalid } from '../api/errors.ts'
import { actorOf, recordEvent } from '../events/index.ts'
import { type AccountCall, bothScopes, type Handlers } from '../api/handler.ts'
import { siteOf } from '../api/site-queries.ts'
import { sharedTimeSql } from '../time/shared-time.ts'
import { hostnameOf } from '../world/dns.ts'
import { noCounterpart } from './counterpart.ts'
import { redirectOf } from './dns-reply.ts'
import { homeRedirect, siteToServe } from './origin.ts'
import { counterpartOf, isOwnHost } from './rules.ts'
import { withHostname } from './with-hostname.ts'

export const redirectHandlers: Handlers<
  `${'partner' | 'user'}.sites.redirect` | `${'partner' | 'user'}.sites.setRedirect`
> = {
  ...bothScopes(readRedirect, async ({ path }, { account, services }) =>
    redirectOf(await siteOf(account, path.site_id, services), services),
  ),
  ...bothScopes(setRedirect, ({ path, body }, call) => set(path.site_id, body.enabled, call)),
}

async function set(id: string, enabled: boolean, call: AccountCall) {
  const { account, services } = call
  const site = await siteToServe(id, call)
  const counterpart = counterpartOf(hostnameOf(site.host))
  if (enabled) {
    requireCounterpart(site.host, counterpart, call)
    if (site.counterpart === null) await refuseCircle(site, counterpart, call)
  }
  const { db, kind } = services.database
  await db.transaction().execute(async (trx) => {
    const found = trx.selectFrom('sites').select(['host', 'counterpart']).where('id', '=', id)
    const before = await (kind === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
    const after = enabled ? counterpart : null
    if (!before || before.host !== site.host || before.counterpart === after) return
    if (after !== null) {
      const own = withHostname(trx, after).select('host').where('account_id', '=', account.id)
      const taken = await own.where('state', '!=', deletedState).executeTakeFirst()
      if (taken) throw invalid({ enabled: `can't be true: ${taken.host} is a site of this account itself` })
    }
    await trx
      .updateTable('sites')
      .set({ ...noCounterpart, counterpart: after, next_look_at: sharedTimeSql(services) })
      .where('id', '=', id)
      .execute()
    await recordEvent(trx, {
      kind: 'site.redirect',
      actor: actorOf(call),
      accountId: account.id,
      siteId: id,
      at: services.world.clock.now(),
      detail: { host: site.host, from: after ?? before.counterpart ?? '', to: enabled ? 'on' : 'off' },
    })
  })
  services.wakeEdge()
  return redirectOf(await siteOf(account, id, services), services)
}

/** @throws {HttpError} 422 for a site without a counterpart that can be redirected */
function requireCounterpart(host: string, counterpart: string | null, { services }: AccountCall): void {
  if (counterpart === null)
    throw invalid({
      enabled: `can't be true: ${host} has no counterpart. Only a root domain and its www have one.`,
    })
  if (isOwnHost({ host: counterpart, hostname: counterpart }, services.settings))
    throw invalid({ enabled: `can't be true: ${counterpart} is a host of this service` })
}

/** @throws {HttpError} 422 where the site's server would send redirected visitors back; 429 */
async function refuseCircle(site: Site, counterpart: string | null, call: AccountCall): Promise<void> {
  const to = await homeRedirect(site, call)
  if (to?.hostname === counterpart)
    throw invalid({
      enabled: `can't be true: the server of ${site.host} redirects visitors to ${counterpart}, so they would go in circles. Change that there first.`,
    })
}
