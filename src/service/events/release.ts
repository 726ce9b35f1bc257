import { v7 as uuid } from 'uuid'
import { type createRelease, type EventRecord, momentOf, type ParsedInput } from '../../contract/index.ts'
import { invalid } from '../api/errors.ts'
import type { AccountCall } from '../api/handler.ts'
import { siteOf } from '../api/site-queries.ts'
import { eventLimits } from './limits.ts'
import { eventOf } from './list.ts'
import { actorOf, recordEvent } from './record.ts'

const dayMs = 24 * 3600_000

/**
 * Records that something of the account's went live, at a site or at all of them.
 * @throws {HttpError} 404 for another's site, 422 for a time that no chart shows, or all sites where the key is for some; 429
 */
export async function recordRelease(
  { title, url, at: sent, site_id: siteId }: ParsedInput<typeof createRelease.user>['body'],
  call: AccountCall,
): Promise<EventRecord> {
  const { account, key, services } = call
  if (key?.sites && siteId === undefined) throw invalid({ site_id: 'is required, as this key is for some sites only' })
  const now = services.world.clock.now()
  const at = Math.floor((sent === undefined ? undefined : momentOf(sent)) ?? now)
  const days = services.settings.retentionSamples
  if (at > now + eventLimits.ahead) throw invalid({ at: "must not be in the future, by this service's clock" })
  if (at < now - days * dayMs) throw invalid({ at: `must be within the last ${days} days, for which samples are kept` })
  const site = siteId === undefined ? null : await siteOf(account, siteId, services)
  await services.limits.releases.count(account.id)
  const id = uuid()
  await services.database.db.transaction().execute((trx) =>
    recordEvent(trx, {
      id,
      kind: 'release.created',
      actor: actorOf(call),
      accountId: account.id,
      siteId: site?.id ?? null,
      at,
      detail: { title, url: url === undefined ? null : new URL(url).href, host: site?.host ?? null },
    }),
  )
  return eventOf(id, call)
}
