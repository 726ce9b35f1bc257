import type { Kysely, Transaction } from 'kysely'
import type { Person, Schema } from '../database/index.ts'
import { recordAt, type SomeChange } from '../events/index.ts'
import type { Place } from './place.ts'

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
  change: SomeChange,
  now: number,
): Promise<void> {
  for (const place of await placesOf(trx, person)) {
    const kind = place.column === 'partner_id' ? 'partner' : 'holder'
    await recordAt(trx, place, change, {
      actor: { kind, person: { id: person.id, name: person.name } },
      now,
    })
  }
}
