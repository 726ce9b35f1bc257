import type { Insertable } from 'kysely'
import type { Incident, Schema } from '../../src/service/database/index.ts'

const minute = 60_000

/** What the account holder and the hosting provider wrote about an incident while it was open. */
export function notesOf({ id, opened_at }: Incident): Insertable<Schema['incident_notes']>[] {
  const note = (n: number, by: 'partner' | 'holder', text: string) => ({
    id: `note-${n}-of-${id}`,
    incident_id: id,
    at: opened_at + n * 11 * minute,
    by,
    text,
  })
  return [
    note(1, 'holder', 'The worker queue is full since the import began. Stopping the import.'),
    note(2, 'partner', 'The server’s CPU is at 100% as well. We watch it until the queue is empty.'),
  ]
}
