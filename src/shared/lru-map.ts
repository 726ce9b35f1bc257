interface Entry<Key, Value> {
  readonly key: Key
  value: Value
  older: Entry<Key, Value> | undefined
  newer: Entry<Key, Value> | undefined
}

/**
 * A map within a limit, which drops what was least recently used. Every operation takes constant time. Deleting a key of a
 * `Map` and setting it again, to move it to the end, doesn't: the map walks past deleted keys until it rehashes.
 */
export class LruMap<Key, Value> {
  readonly #max: number
  readonly #weigh: (value: Value) => number
  readonly #entries = new Map<Key, Entry<Key, Value>>()
  #weight = 0
  #oldest: Entry<Key, Value> | undefined
  #newest: Entry<Key, Value> | undefined

  /**
   * @param max the weight of all values together
   * @param weigh the weight of a value, always the same for the same one; by default 1, so that `max` is a number of values
   */
  constructor(max: number, weigh: (value: Value) => number = () => 1) {
    this.#max = max
    this.#weigh = weigh
  }

  /** The weight of all values. */
  get weight(): number {
    return this.#weight
  }

  /** The least recently used key. */
  get oldest(): Key | undefined {
    return this.#oldest?.key
  }

  /** The value of a key, which counts as used. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry && entry !== this.#newest) {
      this.#unlink(entry)
      this.#append(entry)
    }
    return entry?.value
  }

  set(key: Key, value: Value): void {
    const known = this.#entries.get(key)
    if (known) {
      this.#weight -= this.#weigh(known.value)
      known.value = value
      this.#unlink(known)
      this.#append(known)
    } else {
      const entry = { key, value, older: undefined, newer: undefined }
      this.#entries.set(key, entry)
      this.#append(entry)
    }
    this.#weight += this.#weigh(value)
    while (this.#oldest && this.#weight > this.#max) this.delete(this.#oldest.key)
  }

  /** Whether there is a value of a key, which doesn't count as used. */
  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  /** All keys and values; none counts as used. What is set or deleted meanwhile may be seen or not. */
  *entries(): Generator<readonly [Key, Value]> {
    for (const [key, { value }] of this.#entries) yield [key, value]
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#unlink(entry)
    this.#weight -= this.#weigh(entry.value)
  }

  #append(entry: Entry<Key, Value>): void {
    entry.older = this.#newest
    entry.newer = undefined
    if (this.#newest) this.#newest.newer = entry
    else this.#oldest = entry
    this.#newest = entry
  }

  #unlink({ older, newer }: Entry<Key, Value>): void {
    if (older) older.newer = newer
    else this.#oldest = newer
    if (newer) newer.older = older
    else this.#newest = older
  }
}
