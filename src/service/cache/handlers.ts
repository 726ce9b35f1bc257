import { bounds } from '../../shared/bounds.ts'
import type { Account, Site } from '../database/index.ts'
import { conflict, invalid, notFound } from '../api/errors.ts'
import { recordEvent } from '../events/index.ts'
import type { Handlers } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { siteOf } from '../api/site-queries.ts'
import { hostIn, hostnameOf } from '../world/dns.ts'
import { look, visit } from './ask.ts'
import { orderFlush, orderPurge, type PurgeItem } from './orders.ts'

type HandledEndpoints = 'user.cache.flush' | 'user.cache.purge' | 'user.cache.look' | 'user.cache.visit'

export const cacheHandlers: Handlers<HandledEndpoints> = {
  async 'user.cache.flush'({ path }, { account, services }) {
    const site = await cachedSite(account, path.site_id, services)
    const profile = await defaultProfile(site, services)
    await services.database.db.transaction().execute(async (trx) => {
      await orderFlush(trx, site.id, services, profile)
      await recordEvent(trx, { ...changeOf(site, services), kind: 'cache.flushed', detail: { host: site.host } })
    })
    services.wakeEdge()
    return { success: true }
  },

  async 'user.cache.purge'({ path, query, body }, { account, services }) {
    const site = await cachedSite(account, path.site_id, services)
    if (query.profile_id !== undefined) await profileOf(site, query.profile_id, services)
    const foreign = foreignDomains(site, body)
    if (Object.keys(foreign).length > 0) throw invalid(foreign)
    await services.database.db.transaction().execute(async (trx) => {
      await orderPurge(trx, site.id, body, services, query.profile_id ?? null)
      const paths = body.flatMap(({ condition }) => (condition.length <= bounds.event.path ? [condition] : []))
      await recordEvent(trx, {
        ...changeOf(site, services),
        kind: 'cache.purged',
        detail: { host: site.host, paths, count: body.length },
      })
    })
    services.wakeEdge()
    return { success: true }
  },

  async 'user.cache.look'({ path, query }, { account, services, signal }) {
    return look(await cachedSite(account, path.site_id, services), query.url, { services, signal })
  },

  async 'user.cache.visit'({ path, body }, { account, services, signal }) {
    const site = await cachedSite(account, path.site_id, services)
    await services.limits.visits.count(account.id)
    return visit(site, body.url, { services, signal })
  },
}

/** Only account holders flush and purge. */
function changeOf({ id, account_id }: Site, { world }: Services) {
  return { actor: 'holder', accountId: account_id, siteId: id, at: world.clock.now() } as const
}

async function cachedSite(account: Account, id: string, services: Services): Promise<Site> {
  const site = await siteOf(account, id, services)
  if (site.deferred === 1)
    throw conflict("The site's host is a placeholder, so it has no cache. Give it a real host first.")
  return site
}

/** Only the site's own host is allowed as a domain, with or without its port. */
function foreignDomains({ host }: Site, items: readonly PurgeItem[]): Record<string, string> {
  const allowed = [host, hostnameOf(host)]
  return Object.fromEntries(
    items.flatMap(({ domain }, i) =>
      domain == null || allowed.includes(namedBy(domain)) ? [] : [[`${i}.domain`, `must be the site's host, ${host}`]],
    ),
  )
}

/** The host that a domain names, however it's written; empty for anything else. */
function namedBy(domain: string): string {
  const url = /[/\\?#@]/.test(domain) ? null : URL.parse(`http://${domain}`)
  return url ? hostIn(url) : ''
}

async function defaultProfile(site: Site, { database }: Services): Promise<string> {
  const { id } = await database.db
    .selectFrom('profiles')
    .select('id')
    .where('site_id', '=', site.id)
    .where('default', '=', 1)
    .executeTakeFirstOrThrow()
  return id
}

async function profileOf(site: Site, id: string, { database }: Services): Promise<void> {
  const found = await database.db
    .selectFrom('profiles')
    .select('id')
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('profile')
}
