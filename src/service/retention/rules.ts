import { retentionLimits } from './limits.ts'
import type { Settings } from '../configuration/configuration.ts'

type Days = Pick<Settings, 'retentionSamples' | 'retentionDetails' | 'retentionScreenshots'>

const day = 24 * 3600_000
/** Days that samples of sites without an owner are kept at most. */
const ownerless: Days = {
  retentionSamples: retentionLimits.ownerlessSamples / day,
  retentionDetails: retentionLimits.ownerlessDetails / day,
  retentionScreenshots: retentionLimits.ownerlessDetails / day,
}

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
  const samples = before('retentionSamples')
  return {
    samples,
    // nothing is kept longer than its sample
    details: Math.max(samples, before('retentionDetails')),
    screenshots: Math.max(samples, before('retentionScreenshots')),
  }
}
