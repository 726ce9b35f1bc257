import type { WholeSample } from '../../../../contract/index.ts'
import { plural } from '../../../kit/format/format.ts'

type Deletion = NonNullable<WholeSample['deleted']>['details']

/** When or why something of a sample was deleted: "after 30 days". Undefined if it wasn't. */
export function deletionWords(deletion: Deletion | undefined): string | undefined {
  if (!deletion) return undefined
  const { reason, days } = deletion
  if (reason === 'quota') return 'to make room for newer samples'
  return days === undefined ? 'because of its age' : `after ${plural(days, 'day')}`
}

/** What was deleted of a sample: an HTTP check is one request, without screenshots. */
export function detailsInWords(type: string | undefined): string {
  return type === 'HTTP' ? 'request and response headers' : 'requests, response headers and screenshots'
}

/**
 * What became of a sample's requests, response headers and throttling: "were deleted after 30 days", "are no longer kept".
 * Undefined if they are there, or if there were none. A service that doesn't report deletions still gives the metrics of
 * what was answered.
 */
export function goneWords({ requests, headers, metrics, deleted }: WholeSample): string | undefined {
  if (requests?.length || headers?.length) return undefined
  const words = deletionWords(deleted?.details)
  if (words !== undefined) return `were deleted ${words}`
  const wasAnswered = typeof metrics?.['status_code'] === 'number' || Boolean(metrics?.['asset_count'])
  return wasAnswered ? 'are no longer kept' : undefined
}
