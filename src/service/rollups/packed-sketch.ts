import { type ByteReader, type ByteWriter, Corrupt } from './bytes.ts'
import { keyOf, maxKey, type Sketch } from './sketch.ts'

/** More values than a sketch counts in one bin. */
const maxCount = 2 ** 32

/** From the first bin to the last one, and whether that holds several values. */
const maxStep = 4 * maxKey + 1

/** Packs the sketch of some values, at least one: how many, their sum, least and greatest, and the bins in order. */
export function packSketch(values: readonly number[], writer: ByteWriter): void {
  const sorted = Float64Array.from(values).toSorted()
  writer.count(sorted.length)
  writer.number(sorted.reduce((sum, value) => sum + value, 0))
  writer.number(sorted[0] ?? 0)
  writer.number(sorted.at(-1) ?? 0)
  let last = -maxKey
  for (let first = 0; first < sorted.length;) {
    const key = keyOf(sorted[first] ?? 0)
    let next = first + 1
    while (next < sorted.length && keyOf(sorted[next] ?? 0) === key) next++
    const count = next - first
    // most bins of an hour hold one value
    writer.count((key - last) * 2 + (count > 1 ? 1 : 0))
    if (count > 1) writer.count(count)
    last = key
    first = next
  }
}

/**
 * Adds a packed sketch to another one.
 * @throws {Corrupt} if the bytes aren't a packed sketch; then the other sketch may have some of it
 */
export function addPacked(reader: ByteReader, sketch: Sketch): void {
  const count = reader.count()
  const sum = reader.number()
  const min = reader.number()
  const max = reader.number()
  if (count === 0 || count >= maxCount || min > max) throw new Corrupt('A sketch has impossible totals.')
  let key = -maxKey
  for (let left = count; left > 0;) {
    const step = reader.count()
    if (step > maxStep) throw new Corrupt('A sketch has an impossible bin.')
    const inBin = (step & 1) === 1 ? reader.count() : 1
    key += step >> 1
    if (key > maxKey || inBin > left || inBin === 0) throw new Corrupt('A sketch has an impossible bin.')
    sketch.addBin(key, inBin)
    left -= inBin
  }
  sketch.addTotals(count, sum, min, max)
}
