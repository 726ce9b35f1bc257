import { sampleDetail, type Sample, type WholeSample } from '../../../../contract/index.ts'

const knownFields: ReadonlySet<string> = new Set(Object.keys(sampleDetail.shape))

/** A sample's unknown fields and known fields in an unknown format; undefined if there are none. */
export function otherFields(sample: Sample | WholeSample): unknown {
  const { raw } = sample
  if (typeof raw !== 'object' || raw === null) return raw
  const read: ReadonlyMap<string, unknown> = new Map(Object.entries(sample))
  const others = Object.entries(raw).filter(([name]) => !knownFields.has(name) || read.get(name) === undefined)
  return others.length > 0 ? Object.fromEntries(others) : undefined
}
