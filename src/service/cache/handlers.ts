import type { Kysely } from 'kysely'
import { type EndpointId, type EventDetail, type PurgeItem } from '../../contract/index.ts'
import { regexProblem } from '../../contract/regex-problem.ts'
import { purgedAddress, purgeItemText } from '../../words/purge.ts'
import type { Account, Schema, Site } from '../database/index.ts'
import { conflict, invalid, notFound } from '../api/errors.ts'
import { actorOf, eventLimits, recordEvent } from '../events/index.ts'
import type { AccountCall, Handlers } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { siteOf } from '../api/site-queries.ts'
import { hostIn, hostnameOf } from '../world/dns.ts'
import { look, match, visit } from './ask.ts'
import { itemInShort, orderFlush, orderPurge } from './orders.ts'
import { endProof, proofOf } from './proof-rows.ts'
import { beginProof } from './prove.ts'

type HandledEndpoints = Extract<EndpointId, `user.cache.${string}`>

export const cacheHandlers: Handlers<HandledEndpoints> = {
  async 'user.cache.flush'({ path }, call) {
    const { account, services } = call
    await flush(await cachedSite(account, path.site_id, services), call)
    return { success: true }
  },

  async 'user.cache.purge'({ path, query, body }, call) {
    const { account, services } = call
    const site = await cachedSite(account, path.site_id, services)
    await checkItems(site, body, query.profile_id, services)
    await purge(site, body, query.profile_id, call)
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

  async 'user.cache.match'({ path, body }, { account, services, signal }) {
    const site = await cachedSite(account, path.site_id, services)
    const wrong = itemProblems(site, body)
    if (Object.keys(wrong).length > 0) throw invalid(wrong)
    await services.limits.visits.count(account.id)
    return match(site, body, { services, signal })
  },

  async 'user.cache.provePurge'({ path, query, body }, call) {
    const { account, services, signal } = call
    const site = await cachedSite(account, path.site_id, services)
    await checkItems(site, body, query.profile_id, services)
    const proof = await beginProof(
      { site, account, kind: 'purge', items: body, proofId: query.proof_id },
      { services, signal },
    )
    await purge(site, body, query.profile_id, call, proof.save)
    proof.goOn()
    return proofOf(site, services)
  },

  async 'user.cache.proveFlush'({ path, body }, call) {
    const { account, services, signal } = call
    const site = await cachedSite(account, path.site_id, services)
    const items = body.paths.map((condition) => ({ condition }))
    const proof = await beginProof({ site, account, kind: 'flush', items }, { services, signal })
    await flush(site, call, proof.save)
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
async function flush(site: Site, call: AccountCall, also: Also = async () => {}): Promise<void> {
  const { services } = call
  const profile = await defaultProfile(site, services)
  await services.database.db.transaction().execute(async (trx) => {
    await orderFlush(trx, site.id, services, profile)
    await recordEvent(trx, { ...changeOf(site, call), kind: 'cache.flushed', detail: { host: site.host } })
    await also(trx)
  })
  services.wakeEdge()
}

/** @param also is done in the same transaction */
async function purge(
  site: Site,
  items: readonly PurgeItem[],
  profileId: string | undefined,
  call: AccountCall,
  also: Also = async () => {},
): Promise<void> {
  const { services } = call
  await services.database.db.transaction().execute(async (trx) => {
    await orderPurge(trx, site.id, items, services, profileId ?? null)
    await recordEvent(trx, { ...changeOf(site, call), kind: 'cache.purged', detail: purgedDetail(site, items) })
    await also(trx)
  })
  services.wakeEdge()
}

/** What the log keeps of a purge. */
function purgedDetail({ host }: Site, items: readonly PurgeItem[]): EventDetail<'cache.purged'> {
  const named = items.filter((item) => purgeItemText(item).length <= eventLimits.path)
  const patterns = named.filter((item) => purgedAddress(item) === null)
  return {
    host,
    paths: named.flatMap((item) => purgedAddress(item) ?? []),
    ...(patterns.length > 0 ? { patterns: patterns.map(purgeItemText), items: patterns.map(itemInShort) } : {}),
    count: items.length,
  }
}

/** @throws {HttpError} 404, 422 */
async function checkItems(site: Site, items: readonly PurgeItem[], profileId: string | undefined, services: Services) {
  if (profileId !== undefined) await profileOf(site, profileId, services)
  const wrong = items.flatMap((item, i) =>
    Object.entries(itemProblems(site, item)).map(([field, problem]) => [`${i}.${field}`, problem] as const),
  )
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
}

function changeOf({ id, account_id }: Site, call: AccountCall) {
  return { actor: actorOf(call), accountId: account_id, siteId: id, at: call.services.world.clock.now() }
}

async function cachedSite(account: Account, id: string, services: Services): Promise<Site> {
  const site = await siteOf(account, id, services)
  if (site.deferred === 1)
    throw conflict("The site's host is a placeholder, so it has no cache. Give it a real host first.")
  return site
}

/** What the contract can't see: only the site's own host is a domain, with or without its port, and patterns must compile. */
function itemProblems({ host }: Site, { domain, operator, condition }: PurgeItem): Record<string, string> {
  const isForeign = domain != null && ![host, hostnameOf(host)].includes(namedBy(domain))
  const problem = operator === 'REGEX' && condition ? regexProblem(condition) : undefined
  return {
    ...(isForeign ? { domain: `must be the site's host, ${host}` } : {}),
    ...(problem === undefined ? {} : { condition: problem }),
  }
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
