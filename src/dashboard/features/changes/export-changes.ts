import { csvOf } from '../../../contract/index.ts'
import type { Event } from './reads.ts'
import { releaseUrl, subjectOf, whatHappened, whoDid } from './words.ts'

const header = [
  'at',
  'what',
  'site_or_monitor',
  'who',
  'kind',
  'site_id',
  'monitor_id',
  'id',
  'url',
  'person_id',
  'key_id',
]

/** Changes as CSV, in the words of the page and with the IDs. */
export function changesCsv(events: readonly Event[]): string {
  return csvOf(
    header,
    events.map((event) => [
      event.at,
      whatHappened(event),
      subjectOf(event),
      whoDid(event),
      event.kind,
      event.site_id,
      event.monitor_id,
      event.id,
      releaseUrl(event),
      event.person?.id,
      event.key?.id,
    ]),
  )
}
