import type { Settings } from '../configuration.ts'
import type { What } from './delete-details.ts'

/** How long details and screenshots are kept, in days. */
export type DetailDays = Pick<Settings, 'retentionDetails' | 'retentionScreenshots'>
type Days = DetailDays & Pick<Settings, 'retentionSamples'>

const day = 24 * 3600_000
/** Days that samples of sites without an owner are kept at most. */
const ownerless: Days = { retentionSamples: 14, retentionDetails: 1, retentionScreenshots: 1 }

/** Samples taken before these times lose their screenshots, lose all details, and are deleted. */
export interface Cutoffs {
  readonly samples: number
  readonly details: number
  readonly screenshots: number
}

/** What is too old at a time, for accounts or for sites without an owner. */
export function cutoffsAt(now: number, settings: Days, hasOwner: boolean): Cutoffs {
  const before = (name: keyof Days) =>
    now - day * (hasOwner ? settings[name] : Math.min(settings[name], ownerless[name]))
  return {
    samples: before('retentionSamples'),
    details: before('retentionDetails'),
    screenshots: before('retentionScreenshots'),
  }
}

type Deletion = { readonly reason: 'age'; readonly days: number } | { readonly reason: 'quota' }

/** Why an account's sample no longer has its details or screenshots: it is too old, or the account needed the space. */
export function whyDeleted(what: What, takenAt: number, settings: DetailDays, now: number): Deletion {
  const { retentionDetails, retentionScreenshots } = settings
  const days = what === 'screenshots' ? Math.min(retentionScreenshots, retentionDetails) : retentionDetails
  return takenAt < now - days * day ? { reason: 'age', days } : { reason: 'quota' }
}
