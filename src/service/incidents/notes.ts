import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { noteLimits } from '../../contract/index.ts'
import { conflict, notFound } from '../api/errors.ts'
import type { Database, Schema } from '../database/index.ts'

type NewNote = Omit<Insertable<Schema['incident_notes']>, 'id'>

/**
 * Stores a note of an incident.
 * @throws {HttpError} 409 if it has as many as allowed, 404 if it was deleted meanwhile
 */
export async function addNote(note: NewNote, { db, kind }: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // two at once would both find room
    const incident = trx.selectFrom('incidents').select('id').where('id', '=', note.incident_id)
    const found = await (kind === 'postgres' ? incident.forNoKeyUpdate() : incident).executeTakeFirst()
    if (!found) throw notFound('incident')
    const { n } = await trx
      .selectFrom('incident_notes')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('incident_id', '=', note.incident_id)
      .executeTakeFirstOrThrow()
    if (n >= noteLimits.notes) throw conflict(`There are ${noteLimits.notes} notes already, which is as many as fit.`)
    await trx
      .insertInto('incident_notes')
      .values({ id: uuid(), ...note })
      .execute()
  })
}
