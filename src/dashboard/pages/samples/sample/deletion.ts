import type { WholeSample } from '../../../../contract/index.ts'
import { plural } from '../../../format/format.ts'

type Deletion = NonNullable<WholeSample['deleted']>['details']

/** When or why something of a sample was deleted: "after 30 days". Undefined if it wasn't. */
export function deletionWords(deletion: Deletion | undefined): string | undefined {
  if (!deletion) return undefined
  const { reason, days } = deletion
  if (reason === 'quota') return 'to make room for newer samples'
  return days === undefined ? 'because of its age' : `after ${plural(days, 'day')}`
}
