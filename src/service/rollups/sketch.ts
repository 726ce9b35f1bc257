/**
 * A quantile sketch: it counts values in bins whose limits grow by a constant factor, so that every value of a bin is
 * within 1 % of the bin's own value, and sketches merge by adding their counts. From Masson, Rim and Lee, "DDSketch: A
 * Fast and Fully-Mergeable Quantile Sketch with Relative-Error Guarantees", PVLDB 12 (2019), with a fixed range of bins.
 */

/** How far a quantile may be from the true one, as a part of it. */
export const accuracy = 0.01

const gamma = (1 + accuracy) / (1 - accuracy)
const logOfGamma = Math.log(gamma)
/** Whatever is closer to 0 counts as 0. Metrics have three decimals. */
const smallest = 1e-6
/** Whatever is further from 0 counts in the last bin. */
const largest = 1e12
const firstIndex = Math.ceil(Math.log(smallest) / logOfGamma)
/** The key of the last bin. Key 0 is that of the value 0, and negative keys are those of negative values. */
export const maxKey = Math.ceil(Math.log(largest) / logOfGamma) - firstIndex + 1

/** The bin that a value is counted in. Keys are in the order of the values. */
export function keyOf(value: number): number {
  const size = Math.abs(value)
  // also for what is no number
  if (!(size >= smallest)) return 0
  const index = Math.ceil(Math.log(size) / logOfGamma)
  const key = Math.min(maxKey, Math.max(1, index - firstIndex + 1))
  return value < 0 ? -key : key
}

/** The values of the bins from 0 on. A bin reaches from `γ^(i - 1)` to `γ^i`; this value is equally far from both, relatively. */
const binValues = Float64Array.from({ length: maxKey + 1 }, (_, key) =>
  key === 0 ? 0 : (2 * gamma ** (key + firstIndex - 1)) / (gamma + 1),
)

function valueOf(key: number): number {
  return key < 0 ? -(binValues[-key] ?? 0) : (binValues[key] ?? 0)
}

/** A sketch that values and other sketches are added to. */
export class Sketch {
  /** By key, from `-maxKey` on. */
  readonly #counts = new Uint32Array(2 * maxKey + 1)
  /** The first and the last bin in use. */
  #low = this.#counts.length
  #high = -1
  #count = 0
  #sum = 0
  #min = Infinity
  #max = -Infinity

  get count(): number {
    return this.#count
  }

  get sum(): number {
    return this.#sum
  }

  add(value: number): void {
    this.addBin(keyOf(value), 1)
    this.addTotals(1, value, value, value)
  }

  /** Adds values of a bin. How many there are in all bins, their sum, least and greatest are added with `addTotals`. */
  addBin(key: number, count: number): void {
    const index = key + maxKey
    this.#counts[index] = (this.#counts[index] ?? 0) + count
    if (index < this.#low) this.#low = index
    if (index > this.#high) this.#high = index
  }

  addTotals(count: number, sum: number, min: number, max: number): void {
    this.#count += count
    this.#sum += sum
    if (min < this.#min) this.#min = min
    if (max > this.#max) this.#max = max
  }

  /**
   * Percentiles that are interpolated linearly between the closest ranks, as `percentile` of the contract does with the
   * values themselves. The value at each rank is within 1 % of the true one. Where none is negative, so is what lies between
   * two of them.
   * @param ranks 0 to 1, in ascending order
   * @returns one for each rank; NaN if nothing was added
   */
  percentiles(ranks: readonly number[]): number[] {
    const last = this.#count - 1
    let index = this.#low
    // how many values are in the bins up to this one
    let passed = this.#counts[index] ?? 0
    const valueAt = (position: number): number => {
      if (this.#count === 0) return NaN
      if (position <= 0) return this.#min
      if (position >= last) return this.#max
      while (passed <= position && index < this.#high) passed += this.#counts[++index] ?? 0
      return Math.min(this.#max, Math.max(this.#min, valueOf(index - maxKey)))
    }
    return ranks.map((rank) => {
      const position = last * rank
      const below = valueAt(Math.floor(position))
      const share = position - Math.floor(position)
      return share === 0 ? below : below + (valueAt(Math.ceil(position)) - below) * share
    })
  }

  /** Forgets everything. */
  clear(): void {
    if (this.#high >= 0) this.#counts.fill(0, this.#low, this.#high + 1)
    this.#low = this.#counts.length
    this.#high = -1
    this.#count = 0
    this.#sum = 0
    this.#min = Infinity
    this.#max = -Infinity
  }
}
