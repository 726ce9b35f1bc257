import type { Sample, WholeSample } from '../../../../contract/index.ts'

const known: ReadonlySet<string> = new Set([
  'id',
  'profile_id',
  'location',
  'data_center',
  'connectivity',
  'browser',
  'view',
  'taken_at',
  'sample_type',
  'issues',
  'metrics',
  'requests',
  'headers',
  'applied',
  'screenshots',
])

/** A sample's unknown fields and known fields in an unknown format; undefined if there are none. */
export function otherFields(sample: Sample | WholeSample): unknown {
  const { raw } = sample
  if (typeof raw !== 'object' || raw === null) return raw
  const read: ReadonlyMap<string, unknown> = new Map(Object.entries(sample))
  const others = Object.entries(raw).filter(([name]) => !known.has(name) || read.get(name) === undefined)
  return others.length > 0 ? Object.fromEntries(others) : undefined
}
