import type { Insertable } from 'kysely'
import type { Incident, Schema } from '../../src/service/database/index.ts'
import { people, type Somebody } from './seed-people.ts'

const minute = 60_000

/** What the account holder and the hosting provider wrote about an incident while it was open. */
export function notesOf({ id: incident, opened_at }: Incident): Insertable<Schema['incident_notes']>[] {
  const note = (n: number, by: 'partner' | 'holder', { id: person_id, name: person_name }: Somebody, text: string) => ({
    id: `note-${n}-of-${incident}`,
    incident_id: incident,
    at: opened_at + n * 11 * minute,
    by,
    person_id,
    person_name,
    text,
  })
  return [
    note(1, 'holder', people.lena, 'The worker queue is full since the import began. Stopping the import.'),
    note(2, 'partner', people.priya, 'The server’s CPU is at 100% as well. We watch it until the queue is empty.'),
  ]
}
