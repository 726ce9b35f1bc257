import type { Site } from '../database/index.ts'
import { hostnameOf, isSeenHere, normalName, pointsAtService } from '../world/dns.ts'
import { rightfulClaim } from '../../contract/host-claims.ts'
import { recordEvent } from '../events/index.ts'
import { counterpartSite, isRootDomain } from '../sites/index.ts'
import { counterpartDnsOf } from './counterpart-dns.ts'
import { type Asking, askDns, endOthers, foreignOf, recordDns, type Seen, shownOf } from './dns-record.ts'
import { claimOf, claimsTo } from './host-claims.ts'

/**
 * Asks DNS about a site, and about the counterpart whose visitors are to be redirected to it, and records what it says.
 * @returns whether it said anything about the site
 */
export async function lookAtDns(site: Site & { readonly plan: string }, services: Asking): Promise<boolean> {
  const counterpart = counterpartSite(site)
  const [seen, ofCounterpart] = await Promise.all([
    askDns(site, services),
    counterpart && askDns(counterpart, services, true),
  ])
  if (seen) await recordDns(site, seen, services)
  if (ofCounterpart) await recordCounterpart(site, ofCounterpart, services)
  return seen !== undefined
}

/** Stores what DNS said about the counterpart of a site's host. */
async function recordCounterpart(
  { id, counterpart: name }: Site,
  { answer, addresses = [], isProved }: Seen,
  services: Asking,
): Promise<void> {
  const { database, world, log } = services
  const site = await database.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirst()
  const before = site && counterpartSite(site)
  // the next look sees what has changed meanwhile
  if (!before || before.host !== name || site.account_id === null) return
  const now = world.clock.now()
  const seen = {
    cname_seen: answer.kind === 'cname' ? answer.target : null,
    cname_seen_at: now,
    txt_seen: isProved === undefined ? before.txt_seen : Number(isProved),
  }
  const isRoot = isRootDomain(name)
  const [wasHere, isSiteHere] = [before.root_dns === 'here', isSeenHere(site) && site.host_taken === 0]
  const isKept = isRoot ? wasHere : isSiteHere
  const claim = { ...claimOf({ ...before, ...seen }), isKept, since: site.counterpart_since ?? now }
  const others = (await claimsTo(database.db, name)).filter((other) => other.id !== id)
  const foreign = await foreignOf(addresses, services)
  const verdict = counterpartDnsOf({
    cname: cnameIn(answer, site),
    seen: addresses,
    foreign,
    wasHere,
    isProved: seen.txt_seen === 1,
    isTaken: rightfulClaim([claim, ...others])?.id !== id,
    isRoot,
    isSiteHere,
  })
  const isHere = verdict === 'here'
  const isRecorded = await database.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('sites')
      .set({
        counterpart_cname_seen: seen.cname_seen,
        counterpart_seen_at: now,
        counterpart_txt_seen: seen.txt_seen,
        counterpart_addresses_seen: shownOf(addresses, foreign),
        counterpart_dns: verdict,
        counterpart_since: isHere ? claim.since : null,
      })
      .where('id', '=', id)
      .where('host', '=', site.host)
      .where('counterpart', '=', name)
      .executeTakeFirst()
    if (numUpdatedRows === 0n || isHere === wasHere) return false
    if (isHere && isRoot) await endOthers(trx, before)
    await recordEvent(trx, {
      kind: 'site.redirect',
      actor: 'dns',
      accountId: site.account_id,
      siteId: id,
      at: now,
      detail: { host: site.host, from: name, to: isHere ? 'live' : 'waiting' },
    })
    return true
  })
  if (isRecorded) log.info({ site: id, counterpart: name, verdict }, 'DNS changed the redirect to a site')
}

function cnameIn(answer: Seen['answer'], site: Site) {
  if (answer.kind !== 'cname') return null
  if (pointsAtService(answer, site) === true) return 'service'
  return normalName(answer.target) === hostnameOf(site.host) ? 'site' : 'other'
}
