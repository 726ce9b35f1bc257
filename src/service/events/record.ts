import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { EventActor, EventDetail, EventKind } from '../../contract/index.ts'
import { chunksOf, type Schema } from '../database/index.ts'
import type { AccountCall } from '../api/handler.ts'

/** A change to be recorded. */
export type NewEvent = {
  [Kind in EventKind]: {
    /** A new one by default. */
    readonly id?: string
    readonly kind: Kind
    readonly actor: EventActor
    /** Null for a site without an owner, whose changes nobody could read. */
    readonly accountId: string | null
    readonly siteId?: string | null
    readonly monitorId?: string
    /** UNIX ms. */
    readonly at: number
    readonly detail: EventDetail<Kind>
  }
}[EventKind]

/** Who makes a call. Through the user API that is the holder, whoever has the account's key, unless its partner says so. */
export function actorOf({ partner, actingPartner }: Pick<AccountCall, 'partner' | 'actingPartner'>): EventActor {
  if (partner) return 'partner'
  return actingPartner ? 'partner_as_holder' : 'holder'
}

/** Records a change in the transaction that makes it, so that neither is there without the other. */
export function recordEvent(trx: Transaction<Schema>, event: NewEvent): Promise<void> {
  return recordEvents(trx, [event])
}

export async function recordEvents(trx: Transaction<Schema>, events: readonly NewEvent[]): Promise<void> {
  const rows = events.flatMap(({ id = uuid(), accountId, siteId = null, monitorId = null, at, kind, actor, detail }) =>
    accountId === null
      ? []
      : [
          {
            id,
            account_id: accountId,
            site_id: siteId,
            monitor_id: monitorId,
            at,
            kind,
            actor,
            detail: JSON.stringify(detail),
          },
        ],
  )
  for (const chunk of chunksOf(rows)) await trx.insertInto('events').values(chunk).execute()
}
