import type { Kysely } from 'kysely'
import type { EndpointId } from '../../contract/index.ts'
import type { Account, Schema, Site } from '../database/index.ts'
import { conflict, invalid, notFound } from '../api/errors.ts'
import { eventLimits, recordEvent } from '../events/index.ts'
import type { Handlers } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { siteOf } from '../api/site-queries.ts'
import { hostIn, hostnameOf } from '../world/dns.ts'
import { look, visit } from './ask.ts'
import { orderFlush, orderPurge, type PurgeItem } from './orders.ts'
import { endProof, proofOf } from './proof-rows.ts'
import { beginProof } from './prove.ts'

type HandledEndpoints = Extract<EndpointId, `user.cache.${string}`>

export const cacheHandlers: Handlers<HandledEndpoints> = {
  async 'user.cache.flush'({ path }, { account, services }) {
    await flush(await cachedSite(account, path.site_id, services), services)
    return { success: true }
  },

  async 'user.cache.purge'({ path, query, body }, { account, services }) {
    const site = await cachedSite(account, path.site_id, services)
    await checkItems(site, body, query.profile_id, services)
    await purge(site, body, query.profile_id, services)
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

  async 'user.cache.provePurge'({ path, query, body }, { account, services, signal }) {
    const site = await cachedSite(account, path.site_id, services)
    await checkItems(site, body, query.profile_id, services)
    const paths = body.map(({ condition }) => condition)
    const proof = await beginProof(
      { site, account, kind: 'purge', paths, proofId: query.proof_id },
      { services, signal },
    )
    await purge(site, body, query.profile_id, services, proof.save)
    proof.goOn()
    return proofOf(site, services)
  },

  async 'user.cache.proveFlush'({ path, body }, { account, services, signal }) {
    const site = await cachedSite(account, path.site_id, services)
    const proof = await beginProof({ site, account, kind: 'flush', paths: body.paths }, { services, signal })
    await flush(site, services, proof.save)
    proof.goOn()
    return proofOf(site, services)
  },

  async 'user.cache.readProof'({ path }, { account, services }) {
    return proofOf(await siteOf(account, path.site_id, services), services)
  },

  async 'user.cache.stopProof'({ path }, { account, services }) {
    const site = await siteOf(account, path.site_id, services)
    await endProof(site, services)
    return proofOf(site, services)
  },
}

type Also = (trx: Kysely<Schema>) => Promise<void>

/** @param also is done in the same transaction */
async function flush(site: Site, services: Services, also: Also = async () => {}): Promise<void> {
  const profile = await defaultProfile(site, services)
  await services.database.db.transaction().execute(async (trx) => {
    await orderFlush(trx, site.id, services, profile)
    await recordEvent(trx, { ...changeOf(site, services), kind: 'cache.flushed', detail: { host: site.host } })
    await also(trx)
  })
  services.wakeEdge()
}

/** @param also is done in the same transaction */
async function purge(
  site: Site,
  items: readonly PurgeItem[],
  profileId: string | undefined,
  services: Services,
  also: Also = async () => {},
): Promise<void> {
  await services.database.db.transaction().execute(async (trx) => {
    await orderPurge(trx, site.id, items, services, profileId ?? null)
    const paths = items.flatMap(({ condition }) => (condition.length <= eventLimits.path ? [condition] : []))
    await recordEvent(trx, {
      ...changeOf(site, services),
      kind: 'cache.purged',
      detail: { host: site.host, paths, count: items.length },
    })
    await also(trx)
  })
  services.wakeEdge()
}

/** @throws {HttpError} 404, 422 */
async function checkItems(site: Site, items: readonly PurgeItem[], profileId: string | undefined, services: Services) {
  if (profileId !== undefined) await profileOf(site, profileId, services)
  const foreign = foreignDomains(site, items)
  if (Object.keys(foreign).length > 0) throw invalid(foreign)
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
