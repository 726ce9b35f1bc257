import { v7 as uuid } from 'uuid'
import type { EventDetail } from '../../contract/index.ts'
import type { Services } from '../api/services.ts'
import { type Person } from '../database/index.ts'
import { lockPerson } from './people-of.ts'
import { placesOf } from './person-events.ts'

const dayMs = 24 * 3600_000
const kind = 'person.sign_ins_failed'

/** Counts a failed sign-in in the log of wherever the person belongs: a row a day, not one for each. */
export async function countFailedSignIn(person: Person, { database, world, log }: Services): Promise<void> {
  const now = world.clock.now()
  const today = Math.floor(now / dayMs) * dayMs
  try {
    await database.db.transaction().execute(async (trx) => {
      // several at once would each begin the day's count
      await lockPerson(trx, person.id, database)
      for (const { column, id } of await placesOf(trx, person)) {
        const table = column === 'account_id' ? 'events' : 'partner_events'
        const found = await trx
          .selectFrom(table as 'events')
          .select(['id', 'detail'])
          .where(column as 'account_id', '=', id)
          .where('kind', '=', kind)
          .where('person_id', '=', person.id)
          .where('at', '>=', today)
          .executeTakeFirst()
        const { count } = found ? (JSON.parse(found.detail) as EventDetail<typeof kind>) : { count: 0 }
        const values = { at: now, detail: JSON.stringify({ name: person.name, count: count + 1 }) }
        if (found) {
          await trx
            .updateTable(table as 'events')
            .set(values)
            .where('id', '=', found.id)
            .execute()
          continue
        }
        const row = { id: uuid(), kind, actor: 'service', person_id: person.id, person_name: null, ...values }
        await (
          column === 'account_id'
            ? trx.insertInto('events').values({ ...row, account_id: id, site_id: null, monitor_id: null })
            : trx.insertInto('partner_events').values({ ...row, partner_id: id })
        ).execute()
      }
    })
  } catch (error) {
    log.error({ err: error }, 'a failed sign-in wasn’t counted')
  }
}
