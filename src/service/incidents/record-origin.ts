import type { Transaction } from 'kysely'
import type { Database, Incident, Schema } from '../database/index.ts'
import type { Judgement, Minute } from './origin-rule.ts'
import { closeIncident, findLastEnded, findOpen, lockSubject, openOrReopen, originSeverity } from './open-and-close.ts'
import { settle } from './place-changes.ts'

/** A site whose origin the edge asks. */
export interface AskedSite {
  readonly siteId: string
  readonly accountId: string
  readonly host: string
}

/** A minute, and how much of it an incident has counted. */
export type CountedMinute = Minute & { readonly noted_asked: number; readonly noted_failed: number }

/** What the edge has counted of a site's origin. */
export interface Look {
  readonly minutes: readonly CountedMinute[]
  /** `unwatched` if visitors of the site aren't counted any more. */
  readonly judgement: Judgement | { readonly is: 'unwatched'; readonly since: number } | undefined
}

/**
 * Opens, extends or ends the incident of an origin as the edge sees it. While monitors see the host down, its failures
 * belong to their incident. Failures from before the previous incident's end was noticed don't count. Idempotent.
 * @param look reads what the edge has counted since; undefined if the site has changed meanwhile
 */
export async function recordOrigin(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  { siteId, accountId, host }: AskedSite,
  look: (after: number) => Promise<Look | undefined>,
  now: number,
): Promise<void> {
  const subjects = [
    { accountId, host, kind: 'down' },
    { accountId, host, kind: 'origin' },
  ] as const
  for (const subject of subjects) await lockSubject(trx, kind, subject)
  const [down, origin] = [await findOpen(trx, subjects[0]), await findOpen(trx, subjects[1])]
  const before = await findLastEnded(trx, subjects[1])
  const found = await look(Math.max(before?.ended_at ?? 0, before?.closed_at ?? 0))
  if (!found) return
  const { minutes, judgement } = found
  if (judgement?.is === 'failing') {
    const { since, cause } = judgement
    const seen = down ?? origin
    const incident =
      seen ?? (await openOrReopen(trx, subjects[1], siteId, [{ since, severity: originSeverity, cause }], now))
    await count(trx, siteId, incident, minutes)
    if (down?.edge_cause === null) await setEdgeCause(trx, down, cause, now)
    return
  }
  if (origin) await count(trx, siteId, origin, minutes)
  if (!judgement) return
  if (origin) {
    const reason = judgement.is === 'good' ? 'recovered' : 'unwatched'
    await closeIncident(trx, origin.id, Math.max(origin.started_at, judgement.since), reason, now)
  }
  if (down && down.edge_cause !== null) await setEdgeCause(trx, down, null, now)
}

/** Adds to an incident the requests counted since its start that weren't added yet. */
async function count(
  trx: Transaction<Schema>,
  siteId: string,
  { id, host, started_at }: Incident,
  minutes: readonly CountedMinute[],
): Promise<void> {
  const news = minutes.filter((one) => one.minute + 60_000 > started_at && one.asked > one.noted_asked)
  if (news.length === 0) return
  const asked = news.reduce((sum, one) => sum + one.asked - one.noted_asked, 0)
  const failed = news.reduce((sum, one) => sum + one.failed - one.noted_failed, 0)
  await trx
    .updateTable('incidents')
    .set((eb) => ({ requests: eb('requests', '+', asked), failed_requests: eb('failed_requests', '+', failed) }))
    .where('id', '=', id)
    .execute()
  for (const one of news)
    await trx
      .updateTable('origin_results')
      .set({ noted_asked: one.asked, noted_failed: one.failed })
      .where('site_id', '=', siteId)
      .where('host', '=', host)
      .where('minute', '=', one.minute)
      .execute()
}

/** Sets or clears what the edge sees in an incident that monitors see: it may be worse than what they see. */
async function setEdgeCause(
  trx: Transaction<Schema>,
  incident: Incident,
  edgeCause: string | null,
  now: number,
): Promise<void> {
  const changed = await trx
    .updateTable('incidents')
    .set({ edge_cause: edgeCause })
    .where('id', '=', incident.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await settle(trx, changed, 'recovered', now)
}
