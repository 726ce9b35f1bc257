import type { Settings } from '../../configuration/configuration.ts'

/** How long details and screenshots are kept, in days. */
export type DetailDays = Pick<Settings, 'retentionDetails' | 'retentionScreenshots'>

type Deletion = { readonly reason: 'age'; readonly days: number } | { readonly reason: 'quota' }

/** Why an account's sample no longer has its details or screenshots: it is too old, or the account needed the space. */
export function whyDeleted(
  what: 'details' | 'screenshots',
  takenAt: number,
  { retentionDetails, retentionScreenshots }: DetailDays,
  now: number,
): Deletion {
  // screenshots go with the other details at the latest
  const days = what === 'screenshots' ? Math.min(retentionScreenshots, retentionDetails) : retentionDetails
  return takenAt < now - days * 24 * 3600_000 ? { reason: 'age', days } : { reason: 'quota' }
}
