import type { Kysely, Transaction } from 'kysely'
import type { EventActor } from '../../contract/index.ts'
import type { Person, Schema } from '../database/index.ts'
import { type Actor, type NewEvent, recordEvent, recordPartnerEvent } from '../events/index.ts'
import type { Place } from './place.ts'

type Change = NewEvent extends infer E ? (E extends NewEvent ? Pick<E, 'kind' | 'detail'> : never) : never

interface When {
  readonly actor: EventActor | Actor
  readonly now: number
}

/** Records a change of a place's people. */
export async function recordAt(
  trx: Transaction<Schema>,
  place: Pick<Place, 'column' | 'id'>,
  change: Change,
  { actor, now }: When,
): Promise<void> {
  const event = { ...change, actor, at: now }
  await (place.column === 'partner_id'
    ? recordPartnerEvent(trx, { ...event, partnerId: place.id })
    : recordEvent(trx, { ...event, accountId: place.id }))
}

/** How many places a person's own changes are recorded at. */
const places = 50

/** Where a person belongs. */
export async function placesOf(
  db: Kysely<Schema>,
  { id }: Pick<Person, 'id'>,
): Promise<Pick<Place, 'column' | 'id'>[]> {
  const rows = await db
    .selectFrom('memberships')
    .select(['partner_id', 'account_id'])
    .where('person_id', '=', id)
    .orderBy('id')
    .limit(places)
    .execute()
  return rows.flatMap(({ partner_id, account_id }) => [
    ...(partner_id === null ? [] : [{ column: 'partner_id', id: partner_id } as const]),
    ...(account_id === null ? [] : [{ column: 'account_id', id: account_id } as const]),
  ])
}

/** Records what a person did of their own, wherever they belong. */
export async function recordOfPerson(
  trx: Transaction<Schema>,
  person: Pick<Person, 'id' | 'name'>,
  change: Change,
  now: number,
): Promise<void> {
  for (const place of await placesOf(trx, person)) {
    const kind = place.column === 'partner_id' ? 'partner' : 'holder'
    await recordAt(trx, place, change, { actor: { kind, person: { id: person.id, name: person.name } }, now })
  }
}
