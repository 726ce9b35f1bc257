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

/** What the service reports beside what is known, and what is known but has another form; undefined where nothing is. */
export function otherFields(sample: Sample | WholeSample): unknown {
  const { raw } = sample
  if (typeof raw !== 'object' || raw === null) return raw
  const read: ReadonlyMap<string, unknown> = new Map(Object.entries(sample))
  const others = Object.entries(raw).filter(([name]) => !known.has(name) || read.get(name) === undefined)
  return others.length > 0 ? Object.fromEntries(others) : undefined
}
