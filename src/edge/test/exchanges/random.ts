/** A source of random choices that gives the same ones for the same seed (mulberry32, by Tommy Ettinger). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to and without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to and without `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0]
  }

  /** Up to so many of a list, without one twice. */
  some<T>(list: readonly T[], most: number): T[] {
    return this.shuffled(list).slice(0, this.below(most + 1))
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, at: this.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item)
  }

  /** A field value in which every byte is allowed that may stand in one (RFC 9110, section 5.5), as Latin-1. */
  fieldValue(): string {
    const length = 1 + this.below(20)
    const bytes = Array.from({ length }, () => {
      const byte = this.chance(0.2) ? 0x80 + this.below(0x80) : 0x21 + this.below(0x7f - 0x21)
      return String.fromCharCode(byte)
    })
    return bytes.join('')
  }
}
