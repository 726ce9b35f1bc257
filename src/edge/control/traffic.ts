import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Traffic } from '../../service/database/index.ts'

interface Counts {
  serviceRequests: number
  serviceBytes: number
  originRequests: number
  originBytes: number
}

interface Totals extends Counts {
  /** Visitors' requests that ended without asking the origin. */
  hits: number
  /** Visitors' requests that asked the origin. */
  misses: number
}

/** A visitor's connection, or what one request has of it. */
export interface VisitorConnection {
  readonly remoteAddress?: string | undefined
  /** Sent to the visitor so far. */
  readonly bytesWritten: number
}

/** How much was written on a visitor's connection and is counted, and the requests that are under way on it. */
const connections = new WeakMap<VisitorConnection, { counted: number; requests: number }>()

/** Counts what one request of a visitor costs, headers included, also while it's under way. */
export class Meter {
  readonly siteId: string
  readonly #counts: Counts = { serviceRequests: 0, serviceBytes: 0, originRequests: 0, originBytes: 0 }
  #isVisitors = false
  #askedOrigin = false
  #visitor: VisitorConnection | undefined
  #origin: { readonly socket: Socket; counted: number } | undefined

  constructor(siteId: string) {
    this.siteId = siteId
  }

  /** A visitor's request begins that nginx counts. */
  passed(): void {
    this.#isVisitors = true
  }

  /** A visitor's request begins. */
  visited(socket: VisitorConnection): void {
    this.#counts.serviceRequests++
    this.#isVisitors = true
    this.#visitor = socket
    const connection = connections.get(socket)
    if (!connection) connections.set(socket, { counted: socket.bytesWritten, requests: 1 })
    else {
      // what was sent since the last counted request belongs to ones that don't count
      if (connection.requests === 0) connection.counted = socket.bytesWritten
      connection.requests++
    }
  }

  /** The answer has been sent, or the visitor has left. */
  left(): void {
    const connection = this.#visitor && connections.get(this.#visitor)
    this.#sampleVisitor()
    this.#visitor = undefined
    if (connection) connection.requests--
  }

  /** A request to the origin begins. */
  asked(socket: Socket): void {
    this.answered()
    this.#counts.originRequests++
    this.#askedOrigin = true
    this.#origin = { socket, counted: socket.bytesRead }
  }

  /** The origin's answer has ended, and its connection may serve another request. */
  answered(): void {
    this.#sampleOrigin()
    this.#origin = undefined
  }

  /** What became of a visitor's request; undefined for a request that the edge makes by itself. */
  get outcome(): 'hits' | 'misses' | undefined {
    if (!this.#isVisitors) return undefined
    return this.#askedOrigin ? 'misses' : 'hits'
  }

  /** What was counted since the last call. */
  take(): Counts {
    this.#sampleVisitor()
    this.#sampleOrigin()
    const taken = { ...this.#counts }
    Object.assign(this.#counts, { serviceRequests: 0, serviceBytes: 0, originRequests: 0, originBytes: 0 })
    return taken
  }

  #sampleVisitor(): void {
    const connection = this.#visitor && connections.get(this.#visitor)
    if (!this.#visitor || !connection) return
    const { bytesWritten } = this.#visitor
    this.#counts.serviceBytes += bytesWritten - connection.counted
    connection.counted = bytesWritten
  }

  #sampleOrigin(): void {
    if (!this.#origin) return
    const { bytesRead } = this.#origin.socket
    this.#counts.originBytes += bytesRead - this.#origin.counted
    this.#origin.counted = bytesRead
  }
}

/** The bucket by which traffic waits to be written, ms. */
const bucketMs = 5 * 60_000
/** Wider ones, by which it waits where it can't be written for long, ms. */
const widerMs = [60 * 60_000, 24 * 60 * 60_000] as const
/** How many of them are added up in one step. */
const stepRows = 2000

/** Counts the traffic of every site until it has been written to the database. */
export class TrafficCounter {
  readonly #live = new Set<Meter>()
  readonly #waiting = new Map<string, Counts & { readonly siteId: string; readonly at: number }>()
  readonly #now: () => number
  readonly #maxWaiting: number
  /** Of all sites, since the start. */
  readonly #totals: Totals = {
    serviceRequests: 0,
    serviceBytes: 0,
    originRequests: 0,
    originBytes: 0,
    hits: 0,
    misses: 0,
  }

  /** @param maxWaiting sites and buckets that may wait to be written */
  constructor(now: () => number, maxWaiting = Infinity) {
    this.#now = now
    this.#maxWaiting = maxWaiting
  }

  /** Begins to count. Call `end` when the request is over. */
  begin(siteId: string): Meter {
    const meter = new Meter(siteId)
    this.#live.add(meter)
    return meter
  }

  end(meter: Meter): void {
    this.#live.delete(meter)
    this.#add(meter)
    if (meter.outcome) this.#totals[meter.outcome]++
  }

  /** Counts a request that was answered at once from what is stored. */
  countHit(siteId: string, bytes: number): void {
    this.#totals.hits++
    this.#addCounts(siteId, { serviceRequests: 1, serviceBytes: bytes, originRequests: 0, originBytes: 0 })
  }

  /** Adds the traffic that nginx has counted for a site. Requests that nginx didn't answer itself came here. */
  countPassed(
    siteId: string,
    passed: { readonly requests: number; readonly bytes: number; readonly hits: number },
  ): void {
    this.#totals.hits += passed.hits
    const { requests: serviceRequests, bytes: serviceBytes } = passed
    this.#addCounts(siteId, { serviceRequests, serviceBytes, originRequests: 0, originBytes: 0 })
  }

  /** What was counted since the start, of all sites together. */
  totals(): Readonly<Totals> {
    for (const meter of this.#live) this.#add(meter)
    return { ...this.#totals }
  }

  /** How many sites and buckets wait to be written. */
  get rows(): number {
    return this.#waiting.size
  }

  /**
   * What was counted and isn't written yet. Pass it to `written` once it is.
   * @param limit sites and buckets
   */
  waiting(limit = Infinity): readonly Traffic[] {
    for (const meter of this.#live) this.#add(meter)
    const waiting: Traffic[] = []
    for (const counts of this.#waiting.values()) {
      if (waiting.length >= limit) break
      waiting.push({ ...counts })
    }
    return waiting
  }

  /**
   * Keeps what waits within its limit: adds it up by the hour, then by the day, and then drops the oldest. Not to be
   * called between `waiting` and `written`.
   * @returns what had to be done
   */
  async limit(): Promise<'nothing' | 'by the hour' | 'by the day' | 'dropped'> {
    if (this.#waiting.size <= this.#maxWaiting) return 'nothing'
    for (const [i, width] of widerMs.entries()) {
      await this.#widen(width)
      if (this.#waiting.size <= this.#maxWaiting) return i === 0 ? 'by the hour' : 'by the day'
    }
    const oldestFirst = [...this.#waiting].toSorted(([, a], [, b]) => a.at - b.at)
    for (const [key] of oldestFirst.slice(0, this.#waiting.size - this.#maxWaiting)) this.#waiting.delete(key)
    return 'dropped'
  }

  /** Forgets what has been written, but not what was counted since. */
  written(traffic: readonly Traffic[]): void {
    for (const done of traffic) {
      const key = keyOf(done.siteId, done.at)
      const counts = this.#waiting.get(key)
      if (!counts) continue
      counts.serviceRequests -= done.serviceRequests
      counts.serviceBytes -= done.serviceBytes
      counts.originRequests -= done.originRequests
      counts.originBytes -= done.originBytes
      if (isNothing(counts)) this.#waiting.delete(key)
    }
  }

  #add(meter: Meter): void {
    const taken = meter.take()
    if (!isNothing(taken)) this.#addCounts(meter.siteId, taken)
  }

  /** Adds up what waits in buckets of this width, in steps between which visitors are served. The current bucket stays. */
  async #widen(width: number): Promise<void> {
    const before = Math.floor(this.#now() / bucketMs) * bucketMs
    let steps = 0
    // what is added meanwhile comes last
    for (const [key, counts] of this.#waiting) {
      if (++steps % stepRows === 0) await nextTurn()
      const at = Math.floor(counts.at / width) * width
      if (at === counts.at || counts.at >= before) continue
      this.#waiting.delete(key)
      this.#addTo(counts.siteId, at, counts)
    }
  }

  #addCounts(siteId: string, taken: Counts): void {
    this.#totals.serviceRequests += taken.serviceRequests
    this.#totals.serviceBytes += taken.serviceBytes
    this.#totals.originRequests += taken.originRequests
    this.#totals.originBytes += taken.originBytes
    this.#addTo(siteId, Math.floor(this.#now() / bucketMs) * bucketMs, taken)
  }

  #addTo(siteId: string, at: number, taken: Counts): void {
    const key = keyOf(siteId, at)
    const counts = this.#waiting.get(key)
    if (!counts) {
      const { serviceRequests, serviceBytes, originRequests, originBytes } = taken
      this.#waiting.set(key, { siteId, at, serviceRequests, serviceBytes, originRequests, originBytes })
      return
    }
    counts.serviceRequests += taken.serviceRequests
    counts.serviceBytes += taken.serviceBytes
    counts.originRequests += taken.originRequests
    counts.originBytes += taken.originBytes
  }
}

const keyOf = (siteId: string, at: number) => `${siteId} ${at}`

function isNothing(counts: Counts): boolean {
  return (
    counts.serviceRequests === 0 && counts.serviceBytes === 0 && counts.originRequests === 0 && counts.originBytes === 0
  )
}
