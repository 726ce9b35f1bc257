import { isIP } from 'node:net'
import { readOrigin, setOrigin, tryOrigin } from '../../contract/index.ts'
import { originProblemInWords } from '../../words/origin-problems.ts'
import { edgeName } from '../../contract/edge-name.ts'
import { type Origin, OriginFailure } from '../../edge/index.ts'
import { orderFlush } from '../cache/index.ts'
import { isOfService } from './customer-server.ts'
import type { Site } from '../database/index.ts'
import { hostnameOf } from '../world/dns.ts'
import { conflict, invalid } from '../api/errors.ts'
import { actorOf, recordEvent } from '../events/index.ts'
import { type AccountCall, bothScopes, type Handlers } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { sharedTimeSql } from '../time/shared-time.ts'
import { siteOf } from '../api/site-queries.ts'
import { parseHost } from './host.ts'
import { triedServerLimits } from './limits.ts'

export const originHandlers: Handlers<
  | `${'partner' | 'user'}.sites.origin`
  | `${'partner' | 'user'}.sites.setOrigin`
  | `${'partner' | 'user'}.sites.tryOrigin`
> = {
  ...bothScopes(readOrigin, async ({ path }, { account, services }) =>
    recordOf(await siteOf(account, path.site_id, services)),
  ),
  ...bothScopes(setOrigin, ({ path, body }, call) => set(path.site_id, body, call)),
  ...bothScopes(tryOrigin, async ({ path, body }, call) => {
    const site = await siteToServe(path.site_id, call)
    return (await tried({ url: body.url, host: body.host ?? null }, site, call)).answer
  }),
}

type Server = Pick<Site, 'own_origin' | 'origin_host'>

function recordOf({ own_origin, origin_host, origin, host, https }: Server & Pick<Site, 'origin' | 'host' | 'https'>) {
  if (own_origin !== null) return { url: own_origin, is_set: true, host: origin_host }
  const [port = ''] = /:\d+$/.exec(host) ?? []
  const server = origin?.includes(':') ? `[${origin}]` : origin
  const url = server === null ? null : `${https === 1 ? 'https' : 'http'}://${server}${port}`
  return { url, is_set: false, host: null }
}

/** @throws {HttpError} 404; 409 for a placeholder */
export async function siteToServe(id: string, { account, services }: AccountCall): Promise<Site> {
  const site = await siteOf(account, id, services)
  if (site.deferred === 1) throw conflict("The site's host is a placeholder. Give it a real host first.")
  return site
}

async function set(
  id: string,
  { url, host = null }: { url: string | null; host?: string | null | undefined },
  call: AccountCall,
) {
  const { account, services } = call
  const site = await siteToServe(id, call)
  const own: Server =
    url === null ? { own_origin: null, origin_host: null } : (await tried({ url, host }, site, call)).server
  const { db, kind } = services.database
  await db.transaction().execute(async (trx) => {
    const found = trx.selectFrom('sites').select(['host', 'own_origin', 'origin_host']).where('id', '=', id)
    const before = await (kind === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
    if (!before || (before.own_origin === own.own_origin && before.origin_host === own.origin_host)) return
    await trx
      .updateTable('sites')
      // a root domain may be waiting for its server
      .set({ ...own, next_look_at: sharedTimeSql(services) })
      .where('id', '=', id)
      .execute()
    // what is kept may be another server's
    await orderFlush(trx, id, services)
    await recordEvent(trx, {
      kind: 'site.origin',
      actor: actorOf(call),
      accountId: account.id,
      siteId: id,
      at: services.world.clock.now(),
      detail: {
        host: before.host,
        from: before.own_origin,
        to: own.own_origin,
        ...(own.origin_host === before.origin_host ? {} : { sent_host: own.origin_host }),
      },
    })
  })
  services.wakeEdge()
  return recordOf({ ...site, ...own })
}

/** A server that has answered for the site, and how. @throws {HttpError} 422 if it doesn't, or may not be asked; 429 */
async function tried(asked: { readonly url: string; readonly host: string | null }, site: Site, call: AccountCall) {
  const { account, services } = call
  const refuse = (problem: string) => invalid({ url: problem })
  const url = URL.parse(asked.url)
  if (!url || !/^https?:$/.test(url.protocol)) throw refuse('must be an address such as https://192.0.2.10:8443')
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw refuse('must have nothing but a scheme, a name or an address, and a port')
  const sentHost = asked.host === null ? null : hostToSend(asked.host, site)
  const server = serverOf(url)
  const leadsBack = 'leads back to this service: it must be the server behind it'
  if (await isOfService(server, services)) throw refuse(leadsBack)
  await services.limits.explanations.count(account.id)
  if (await resolvesToService(server, account.id, services)) throw refuse(leadsBack)
  try {
    const answer = await askServer({ url, server, sentHost }, site, call)
    // RFC 8586: an edge node that is asked by another one says that it's a loop
    if (answer.status === 508) throw refuse(leadsBack)
    return { server: { own_origin: url.origin, origin_host: sentHost } satisfies Server, answer }
  } catch (error) {
    if (!(error instanceof OriginFailure)) throw error
    throw refuse(`can't be reached: ${originProblemInWords(error.problem)}`)
  }
}

/**
 * Where a site's server redirects visitors of its home page; null for nowhere, and where the server isn't known or doesn't answer.
 * @throws {HttpError} 429
 */
export async function homeRedirect(site: Site, call: AccountCall): Promise<URL | null> {
  const { url, host } = recordOf(site)
  const parsed = url === null ? null : URL.parse(url)
  if (!parsed) return null
  await call.services.limits.explanations.count(call.account.id)
  try {
    const server = { url: parsed, server: serverOf(parsed), sentHost: host }
    const { status, location } = await askServer(server, site, call)
    if (status < 300 || status > 399 || location === null) return null
    return URL.parse(location, `${parsed.protocol}//${site.host}`)
  } catch (error) {
    if (!(error instanceof OriginFailure)) throw error
    return null
  }
}

const serverOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

interface Asked {
  readonly url: URL
  /** The host name or the address of `url`. */
  readonly server: string
  readonly sentHost: string | null
}

/** How a server answers for a site's home page; `duration` in ms. @throws {OriginFailure} */
async function askServer(
  { url, server, sentHost }: Asked,
  site: Site,
  { address, services, signal }: Pick<AccountCall, 'address' | 'services' | 'signal'>,
) {
  const https = url.protocol === 'https:'
  const origin: Origin = {
    siteId: site.id,
    server,
    port: Number(url.port || (https ? 443 : 80)),
    https,
    checkCertificate: site.check_certificate === 1,
    hostname: hostnameOf(sentHost ?? site.host),
  }
  const lines = [
    'Host',
    sentHost ?? site.host,
    'X-Forwarded-For',
    address,
    'X-Forwarded-Host',
    site.host,
    'X-Forwarded-Proto',
    url.protocol.slice(0, -1),
    'CDN-Loop',
    edgeName,
  ]
  const { status, fields, requestTime, responseTime } = await services.world.origins.head({
    origin,
    target: '/',
    lines,
    signal,
  })
  const location = fields['location']?.slice(0, triedServerLimits.location) ?? null
  return { status, location, duration: Math.max(0, Math.round(responseTime - requestTime)) }
}

/** What a server gets as `Host`, null for the site's own. @throws {HttpError} 422 if it isn't a host */
function hostToSend(text: string, site: Site): string | null {
  const parsed = parseHost(text)
  if (!parsed) throw invalid({ host: 'must be a host name, such as shop.example' })
  return parsed.host === site.host ? null : parsed.host
}

/** Whether a name leads to the edge by its CNAME or its addresses. An answer that doesn't come says nothing. */
async function resolvesToService(server: string, caller: string, services: Services): Promise<boolean> {
  if (isIP(server) !== 0) return false
  const answer = await services.lookups.run(caller, () => services.world.dns.askAll(server))
  if (answer.kind === 'cname') return isOfService(answer.target, services)
  const addresses = answer.kind === 'address' ? (answer.all ?? [answer.address]) : []
  for (const address of addresses) if (await isOfService(address, services)) return true
  return false
}
