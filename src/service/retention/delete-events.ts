import { retentionLimits } from './limits.ts'
import { stepLimits } from '../time/limits.ts'
import { pages } from './steps.ts'
import type { Work } from './work.ts'

/** Deletes what the log says of the time before, and of each account what exceeds the limit, oldest first. */
export async function deleteEvents(before: number, work: Work, kept: number = retentionLimits.events): Promise<void> {
  const { db } = work.database
  const accountsAfter = (after: string, limit: number) =>
    db
      .selectFrom('accounts')
      .select('id')
      .select((eb) => {
        const events = eb.selectFrom('events').whereRef('account_id', '=', 'accounts.id')
        return [
          events.select((of) => of.fn.min('at').as('at')).as('oldest'),
          events.select('at').orderBy('at', 'desc').limit(1).offset(kept).as('excess'),
        ]
      })
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  for await (const accounts of pages(accountsAfter, work.next))
    for (const { id, oldest, excess } of accounts) {
      const end = excess === null ? before : Math.max(before, excess + 1)
      if (oldest !== null && oldest < end) await deleteEventsOf(id, end, work)
    }
}

async function deleteEventsOf(
  accountId: string,
  before: number,
  { database: { db }, next, deleted }: Work,
): Promise<void> {
  for (;;) {
    const oldest = await db
      .selectFrom('events')
      .select('id')
      .where('account_id', '=', accountId)
      .where('at', '<', before)
      .orderBy('at')
      .limit(stepLimits.rows)
      .execute()
    const ids = oldest.map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom('events').where('id', 'in', ids).execute()
    deleted.events += ids.length
    if (ids.length < stepLimits.rows) return
    await next()
  }
}

/** The same for what changed at partners themselves. */
export async function deletePartnerEvents(
  before: number,
  { database: { db }, deleted }: Work,
  kept: number = retentionLimits.events,
): Promise<void> {
  const partners = await db
    .selectFrom('partners')
    .select('id')
    .select((eb) =>
      eb
        .selectFrom('partner_events')
        .select('at')
        .whereRef('partner_id', '=', 'partners.id')
        .orderBy('at', 'desc')
        .limit(1)
        .offset(kept)
        .as('excess'),
    )
    .execute()
  for (const { id, excess } of partners) {
    const end = excess === null ? before : Math.max(before, excess + 1)
    const { numDeletedRows } = await db
      .deleteFrom('partner_events')
      .where('partner_id', '=', id)
      .where('at', '<', end)
      .executeTakeFirst()
    deleted.events += Number(numDeletedRows)
  }
}
