import { readOrigin, setOrigin } from '../../contract/index.ts'
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
import { siteOf } from '../api/site-queries.ts'

export const originHandlers: Handlers<
  'partner.sites.origin' | 'user.sites.origin' | 'partner.sites.setOrigin' | 'user.sites.setOrigin'
> = {
  ...bothScopes(readOrigin, async ({ path }, { account, services }) =>
    recordOf(await siteOf(account, path.site_id, services)),
  ),
  ...bothScopes(setOrigin, ({ path, body }, call) => set(path.site_id, body.url, call)),
}

function recordOf({ own_origin, origin, host, https }: Pick<Site, 'own_origin' | 'origin' | 'host' | 'https'>) {
  if (own_origin !== null) return { url: own_origin, is_set: true }
  const [port = ''] = /:\d+$/.exec(host) ?? []
  const server = origin?.includes(':') ? `[${origin}]` : origin
  return { url: server === null ? null : `${https === 1 ? 'https' : 'http'}://${server}${port}`, is_set: false }
}

async function set(id: string, url: string | null, call: AccountCall) {
  const { account, services } = call
  const site = await siteOf(account, id, services)
  if (site.deferred === 1) throw conflict("The site's host is a placeholder. Give it a real host first.")
  const own = url === null ? null : await triedServer(url, site, call)
  const { db, kind } = services.database
  await db.transaction().execute(async (trx) => {
    const found = trx.selectFrom('sites').select(['host', 'own_origin']).where('id', '=', id)
    const before = await (kind === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
    if (!before || before.own_origin === own) return
    await trx.updateTable('sites').set({ own_origin: own }).where('id', '=', id).execute()
    // what is kept may be another server's
    await orderFlush(trx, id, services)
    await recordEvent(trx, {
      kind: 'site.origin',
      actor: actorOf(call),
      accountId: account.id,
      siteId: id,
      at: services.world.clock.now(),
      detail: { host: before.host, from: before.own_origin, to: own },
    })
  })
  services.wakeEdge()
  return recordOf({ ...site, own_origin: own })
}

/** The address of a server that answers for the site. @throws {HttpError} 422 if it doesn't, or may not be asked; 429 */
async function triedServer(
  text: string,
  site: Site,
  { account, address, services, signal }: AccountCall,
): Promise<string> {
  const refuse = (problem: string) => invalid({ url: problem })
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw refuse('must be an address such as https://192.0.2.10:8443')
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw refuse('must have nothing but a scheme, a name or an address, and a port')
  const server = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const leadsBack = 'leads back to this service: it must be the server behind it'
  if (await isOfService(server, services)) throw refuse(leadsBack)
  await services.limits.explanations.count(account.id)
  const https = url.protocol === 'https:'
  const origin: Origin = {
    siteId: site.id,
    server,
    port: Number(url.port || (https ? 443 : 80)),
    https,
    checkCertificate: site.check_certificate === 1,
    hostname: hostnameOf(site.host),
  }
  const lines = [
    'Host',
    site.host,
    'X-Forwarded-For',
    address,
    'X-Forwarded-Proto',
    url.protocol.slice(0, -1),
    'CDN-Loop',
    edgeName,
  ]
  try {
    const { status } = await services.world.origins.head({ origin, target: '/', lines, signal })
    // RFC 8586: an edge node that is asked by another one says that it's a loop
    if (status === 508) throw refuse(leadsBack)
  } catch (error) {
    if (!(error instanceof OriginFailure)) throw error
    throw refuse(`can't be reached: ${originProblemInWords(error.problem)}`)
  }
  return url.origin
}
