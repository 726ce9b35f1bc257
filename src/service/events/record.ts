import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { EventActor, EventDetail, EventKind, EventRecord } from '../../contract/index.ts'
import { chunksOf, type Person, type Schema } from '../database/index.ts'
import type { AccountCall } from '../api/handler.ts'

/** Who made a change, and which person or key that was, if it was one. */
export interface Actor {
  readonly kind: EventActor
  readonly person: Pick<Person, 'id' | 'name'> | null
  /** A main key has no name. */
  readonly key?: { readonly id: string; readonly name: string | null } | null
}

type Change<Kind extends EventKind> = {
  /** A new one by default. */
  readonly id?: string
  readonly kind: Kind
  readonly actor: EventActor | Actor
  /** UNIX ms. */
  readonly at: number
  readonly detail: EventDetail<Kind>
}

/** A change to be recorded. */
export type NewEvent = {
  [Kind in EventKind]: Change<Kind> & {
    /** Null for a site without an owner, whose changes nobody could read. */
    readonly accountId: string | null
    readonly siteId?: string | null
    readonly monitorId?: string
  }
}[EventKind]

/** A change at a partner itself. */
type NewPartnerEvent = { [Kind in EventKind]: Change<Kind> & { readonly partnerId: string } }[EventKind]

/** Who makes a call. Through the user API that is the holder, whoever has the account's key, unless its partner says so. */
export function actorOf({
  partner,
  actingPartner,
  person,
  key,
}: Pick<AccountCall, 'partner' | 'actingPartner' | 'person' | 'key'>): Actor {
  const kind = partner ? 'partner' : actingPartner ? 'partner_as_holder' : 'holder'
  return { kind, person: person && { id: person.id, name: person.name }, key }
}

/** An actor as a row has it. */
export const actorColumns = (actor: EventActor | Actor) =>
  typeof actor === 'string'
    ? { actor, person_id: null, person_name: null }
    : { actor: actor.kind, person_id: actor.person?.id ?? null, person_name: actor.person?.name ?? null }

/** The same with the key, unless it was the main one. */
function eventColumns(actor: EventActor | Actor) {
  const key = typeof actor === 'string' ? null : actor.key
  const [key_id, key_name] = key?.name == null ? [null, null] : [key.id, key.name]
  return { ...actorColumns(actor), key_id, key_name }
}

/** Who did what a row says; null where it wasn't a person, even if it's about one. */
export const personOf = (id: string | null, name: string | null): NonNullable<EventRecord['person']> | null =>
  id === null || name === null ? null : { id, name }

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
            ...eventColumns(actor),
            detail: JSON.stringify(detail),
          },
        ],
  )
  for (const chunk of chunksOf(rows)) await trx.insertInto('events').values(chunk).execute()
}

/** What changed, without who changed it, when and of what. */
export type SomeChange = NewEvent extends infer E ? (E extends NewEvent ? Pick<E, 'kind' | 'detail'> : never) : never

/** Records a change of a partner itself or of an account, in the transaction that makes it. */
export async function recordAt(
  trx: Transaction<Schema>,
  place: { readonly column: 'partner_id' | 'account_id'; readonly id: string },
  change: SomeChange,
  { actor, now }: { readonly actor: EventActor | Actor; readonly now: number },
): Promise<void> {
  const event = { ...change, actor, at: now }
  await (place.column === 'partner_id'
    ? recordPartnerEvent(trx, { ...event, partnerId: place.id })
    : recordEvent(trx, { ...event, accountId: place.id }))
}

/** Records a change at a partner itself, in the transaction that makes it. */
export async function recordPartnerEvent(
  trx: Transaction<Schema>,
  { id = uuid(), partnerId, at, kind, actor, detail }: NewPartnerEvent,
): Promise<void> {
  await trx
    .insertInto('partner_events')
    .values({ id, partner_id: partnerId, at, kind, ...eventColumns(actor), detail: JSON.stringify(detail) })
    .execute()
}
