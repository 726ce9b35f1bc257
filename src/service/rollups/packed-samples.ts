import { metricNames } from '../../contract/metrics.ts'
import { ByteReader, ByteWriter, Corrupt } from './bytes.ts'
import { addPacked, packSketch } from './packed-sketch.ts'
import type { Sketch } from './sketch.ts'

/** The part of a sample that a roll-up needs. */
export interface RolledSample {
  readonly sample_type: number
  /** JSON list of values in the order of `metricNames`. */
  readonly metrics: string
}

/** The first byte, which says how the rest is packed. */
const version = 1

/** Packs samples: for each severity how many there are, and a sketch of each metric. */
export function packRollUp(samples: readonly RolledSample[]): Uint8Array {
  const writer = new ByteWriter()
  const sketch = new ByteWriter()
  const types = [...new Set(samples.map(({ sample_type }) => sample_type))].toSorted((a, b) => a - b)
  writer.count(version)
  writer.count(types.length)
  for (const type of types) {
    const ofType = samples.filter(({ sample_type }) => sample_type === type)
    const values = valuesOf(ofType)
    writer.count(type)
    writer.count(ofType.length)
    writer.count(values.length)
    for (const measured of values) {
      sketch.clear()
      if (measured.length > 0) packSketch(measured, sketch)
      writer.count(sketch.length)
      writer.bytes(sketch.written())
    }
  }
  return writer.written().slice()
}

/** The values that percentiles are computed from, by metric. */
function valuesOf(samples: readonly RolledSample[]): readonly (readonly number[])[] {
  const values: number[][] = metricNames.map(() => [])
  for (const { metrics } of samples) {
    const measured = JSON.parse(metrics) as unknown[]
    for (const [i, into] of values.entries()) {
      const value = measured[i]
      if (typeof value === 'number' && Number.isFinite(value)) into.push(value)
    }
  }
  return values
}

/** What packed samples are added to. */
export interface RolledBucket {
  addCount(type: number, samples: number): void
  /** The sketch of a metric by its position in `metricNames`, undefined for one that isn't wanted. */
  sketchOf(position: number): Sketch | undefined
}

/**
 * Adds packed samples to a bucket.
 * @param wanted only samples of this severity, -1 for all
 * @throws {Corrupt} if the bytes aren't packed samples; then the bucket may have some of them
 */
export function addPackedSamples(bytes: Uint8Array, wanted: number, bucket: RolledBucket): void {
  const reader = new ByteReader(bytes)
  if (reader.count() !== version) throw new Corrupt('Samples are packed in an unknown way.')
  for (let types = reader.count(); types > 0; types--) {
    const type = reader.count()
    const isWanted = wanted === -1 || wanted === type
    const samples = reader.count()
    if (isWanted) bucket.addCount(type, samples)
    const metrics = reader.count()
    for (let position = 0; position < metrics; position++) {
      const length = reader.count()
      const end = reader.position + length
      const sketch = isWanted && length > 0 ? bucket.sketchOf(position) : undefined
      if (sketch) addPacked(reader, sketch)
      else reader.skip(length)
      if (reader.position !== end) throw new Corrupt('A sketch has another length than packed.')
    }
  }
  if (!reader.atEnd) throw new Corrupt('Something follows the packed samples.')
}
