import { LruMap } from '../../shared/lru-map.ts'
import type { Entry } from './entry.ts'
import type { Fields } from './fields.ts'
import { selectionOf } from './vary.ts'

interface Slot {
  /** The newest comes last. */
  readonly entries: readonly Entry[]
  readonly size: number
}

/** Bodies beyond this are noticed when they go, in bytes: smaller ones are sent at once. */
const large = 64 * 1024

/** Responses by key, in memory. When it's full, the least recently used addresses go first. */
export class Store {
  readonly #maxBytes: number
  readonly #maxVariants: number
  readonly #slots = new LruMap<string, Slot>(Infinity, ({ size }) => size)
  /** The large bodies that are stored, and who is told when one goes. */
  readonly #large = new Map<Buffer, Set<() => void>>()
  /** Held by responses on their way in. */
  #reserved = 0

  /** @param maxVariants responses kept of one address */
  constructor(maxBytes: number, maxVariants: number) {
    this.#maxBytes = maxBytes
    this.#maxVariants = maxVariants
  }

  get bytes(): number {
    return this.#slots.weight
  }

  /** The stored response that a request selects (RFC 9111, section 4.1), and whether there are others. */
  find(key: string, request: Fields): { entry: Entry | undefined; variants: number } {
    const slot = this.#slots.get(key)
    if (!slot) return { entry: undefined, variants: 0 }
    // the newest of those that match
    const entry = slot.entries.findLast(
      ({ selectedBy, selection, onlyWith }) =>
        selectionOf(selectedBy, request) === selection && onlyWith.every((name) => request[name] !== undefined),
    )
    return { entry, variants: slot.entries.length }
  }

  /** Everything stored under a key. */
  entries(key: string): readonly Entry[] {
    return this.#slots.get(key)?.entries ?? []
  }

  has(key: string): boolean {
    return this.#slots.has(key)
  }

  /** Everything that is stored, by key. What is stored or removed meanwhile may be seen or not. */
  *all(): Generator<readonly [key: string, entries: readonly Entry[]]> {
    for (const [key, { entries }] of this.#slots.entries()) yield [key, entries]
  }

  /** Stores a response in place of the one that was selected by the same request fields. */
  put(key: string, entry: Entry): void {
    const others = this.entries(key).filter((other) => !isSelectedAlike(other, entry))
    this.#set(key, [...others, entry].slice(-this.#maxVariants))
    this.#evict()
  }

  /** Counts again what an entry takes, after an encoding was added. */
  resize(key: string, entry: Entry): void {
    const { entries: stored } = this.#slots.get(key) ?? {}
    if (!stored?.includes(entry)) return
    this.#set(key, stored)
    this.#evict()
  }

  remove(key: string, gone: Entry): void {
    const rest = this.entries(key).filter((entry) => entry !== gone)
    this.#set(key, rest)
  }

  /**
   * Makes room for bytes on their way in; they count until `release`.
   * @returns whether there is room: what's on its way may take a quarter of the whole
   */
  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > this.#maxBytes / 4) return false
    this.#reserved += bytes
    this.#evict()
    return true
  }

  release(bytes: number): void {
    this.#reserved -= bytes
  }

  /**
   * Uses a large body for longer than it may be stored.
   * @param onGone called when the store lets it go, so that it takes memory beside the store's
   * @returns ends that; undefined where the body isn't stored
   */
  use(body: Buffer, onGone: () => void): (() => void) | undefined {
    const users = this.#large.get(body)
    if (!users) return undefined
    users.add(onGone)
    return () => users.delete(onGone)
  }

  #set(key: string, entries: readonly Entry[]): void {
    const before = largeBodies(this.entries(key))
    const size = entries.reduce((sum, entry) => sum + entry.size, 2 * key.length + 200)
    if (entries.length === 0) this.#slots.delete(key)
    else this.#slots.set(key, { entries, size })
    const bodies = largeBodies(entries)
    for (const body of bodies) if (!this.#large.has(body)) this.#large.set(body, new Set())
    for (const body of before) if (!bodies.includes(body)) this.#letGo(body)
  }

  #evict(): void {
    while (this.#slots.oldest !== undefined && this.bytes + this.#reserved > this.#maxBytes)
      this.#set(this.#slots.oldest, [])
  }

  #letGo(body: Buffer): void {
    const users = this.#large.get(body)
    this.#large.delete(body)
    for (const onGone of users ?? []) onGone()
  }
}

function largeBodies(entries: readonly Entry[]): readonly Buffer[] {
  const found: Buffer[] = []
  for (const entry of entries) {
    if (entry.size <= large) continue
    for (const body of [entry.body, ...entry.encodings.values()]) if (body.length > large) found.push(body)
  }
  return found
}

function isSelectedAlike(one: Entry, other: Entry): boolean {
  return (
    one.selection === other.selection &&
    one.selectedBy.join() === other.selectedBy.join() &&
    one.onlyWith.join() === other.onlyWith.join()
  )
}
