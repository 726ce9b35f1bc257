import type { Duplex } from 'node:stream'
import type { Connectivity } from '../../../contract/index.ts'
import { throttleLimits } from './limits.ts'
import { Failure } from '../../../shared/guard/index.ts'
import type { Applied } from '../probe.ts'
import { Lateness } from './lateness.ts'
import { Link } from './link.ts'

export interface ThrottleOptions {
  /** 0 up to 1. */
  readonly random?: () => number
  /** How long ago what has just happened can have happened, ms. */
  readonly lag?: () => number
}

/** A connection that is being opened or open. */
export interface ThrottledConnection {
  /** How long connecting to the target itself took, ms. */
  readonly connectMs: number
  readonly lateness: Lateness
}

/** Initial SYN timeout (RFC 6298, section 2). */
const synTimeoutMs = 1000
/** Below this, a measured rate reflects timer resolution rather than the link. */
const minBusyMs = 20

/**
 * What a connectivity does to the connections of one check. Connecting takes one extra round trip, and all connections share
 * one paced link in each direction with half the latency. The latency adds to the real latency of the target.
 */
export class Throttle {
  readonly #asked: Connectivity
  readonly #random: () => number
  readonly #lag: () => number
  readonly #up: Link
  readonly #down: Link
  readonly #roundTrips: number[] = []
  readonly #connections: ThrottledConnection[] = []

  constructor(asked: Connectivity, { random = Math.random, lag = () => 0 }: ThrottleOptions = {}) {
    this.#asked = asked
    this.#random = random
    this.#lag = lag
    const linkOf = (bandwidth: number) =>
      new Link({ bandwidth, delay: asked.latency / 2, loss: asked.drop_rate / 100, random })
    this.#up = linkOf(asked.bandwidth_up)
    this.#down = linkOf(asked.bandwidth_down)
  }

  /**
   * Waits for the latency, and the lost SYNs, that the connectivity adds to connecting. To be called as soon as the target
   * itself is connected, after `connectMs`.
   * @throws {Failure} `connect-failed` if every attempt is lost; the signal's reason if it is aborted
   */
  async open(connectMs: number, signal: AbortSignal): Promise<ThrottledConnection> {
    const connection = { connectMs, lateness: new Lateness() }
    connection.lateness.arrive(this, this.#lag())
    this.#connections.push(connection)
    let syns = 1
    while (syns <= throttleLimits.syns && this.#random() < this.#asked.drop_rate / 100) syns++
    const began = performance.now()
    const wait = synTimeoutMs * (2 ** (syns - 1) - 1) + this.#asked.latency
    await pause(wait, signal)
    const waited = performance.now() - began
    if (syns > throttleLimits.syns) throw new Failure('connect-failed', 'No connection: every attempt was lost.')
    if (syns === 1) this.#roundTrips.push(waited)
    connection.lateness.passOn(this, waited - wait)
    return connection
  }

  /** Carries what client and target send to each other. */
  connect(client: Duplex, target: Duplex, { connectMs, lateness }: ThrottledConnection): void {
    const roundTrip = this.#asked.latency + connectMs
    // what the client writes isn't noticed late: it's this process or a browser, whose delay is measured by itself
    this.#up.connect(client, target, { roundTrip, lateness, lag: () => 0 })
    this.#down.connect(target, client, { roundTrip, lateness, lag: this.#lag })
    // a reset takes effect at once; an orderly end is delivered after the data
    client.on('error', () => target.destroy())
    target.on('error', () => client.destroy())
    if (target.destroyed) client.destroy()
  }

  /** The throttling as measured since the start or the last `reset`. */
  applied(): Applied {
    const up = this.#up.counters
    const down = this.#down.counters
    const segments = up.segments + down.segments
    const sorted = this.#roundTrips.toSorted((a, b) => a - b)
    return {
      asked: this.#asked,
      bandwidth_down: this.#asked.bandwidth_down > 0 ? rate(down) : null,
      bandwidth_up: this.#asked.bandwidth_up > 0 ? rate(up) : null,
      latency: sorted.length > 0 ? rounded(sorted[sorted.length >> 1] ?? 0) : null,
      drop_rate: segments > 0 ? rounded(((up.lost + down.lost) / segments) * 100) : null,
    }
  }

  /** How much later than the throttling asks for something can have arrived, over connections that follow each other, ms. */
  late(): number {
    return this.#connections.reduce((sum, { lateness }) => sum + lateness.total, 0)
  }

  /** Clears the measurements. */
  reset(): void {
    this.#roundTrips.length = this.#connections.length = 0
    this.#up.resetCounters()
    this.#down.resetCounters()
  }
}

/** kbps while the link was busy; null if that was too short to measure. */
function rate({ bytes, busyMs }: Link['counters']): number | null {
  return busyMs >= minBusyMs ? rounded((bytes * 8) / busyMs) : null
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** Waits at least `ms`: Node's timers may fire up to a millisecond early. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const until = performance.now() + ms
  let timer: NodeJS.Timeout | undefined
  const abort = () => {
    clearTimeout(timer)
    reject(signal.reason)
  }
  const wait = () => {
    const left = until - performance.now()
    if (left > 0) {
      timer = setTimeout(wait, Math.ceil(left))
      return
    }
    signal.removeEventListener('abort', abort)
    resolve()
  }
  if (signal.aborted) abort()
  else {
    signal.addEventListener('abort', abort, { once: true })
    wait()
  }
  return promise
}
