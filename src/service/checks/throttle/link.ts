import type { Duplex } from 'node:stream'
import { throttleLimits } from './limits.ts'
import type { Lateness } from './lateness.ts'

/** TCP payload of one Ethernet frame, in bytes. */
const segmentSize = 1460
/** In ms. Node runs a timer that is set for longer than 2^31 ms at once; this one looks again. */
const maxTimer = 60_000

export interface LinkOptions {
  /** In kbps (1,000 bits per second); 0 is unlimited. */
  readonly bandwidth: number
  /** One-way delay in ms. */
  readonly delay: number
  /** The share of segments that is lost, 0 to 1. */
  readonly loss: number
  readonly random: () => number
}

export interface LinkedConnection {
  /** The delay of a retransmission, ms. */
  readonly roundTrip: number
  readonly lateness: Lateness
  /** How long ago what has just arrived from the sender can have arrived, ms. */
  readonly lag: () => number
}

/**
 * One direction of an emulated network link. All connections share its bandwidth, one segment of each in turn, and a
 * segment arrives `delay` after it was sent.
 *
 * A stream can't lose a segment, so loss is emulated as the receiver sees it: the segment and everything after it on its
 * connection arrive one round trip later (fast retransmit), with the wait doubled for each further loss (RFC 6298,
 * section 5.5), and its bytes use the bandwidth again. TCP slow start and congestion control aren't emulated.
 */
export class Link {
  readonly #options: LinkOptions
  readonly #msPerByte: number
  readonly #ready: Flow[] = []
  #idleAt = 0
  #timer: NodeJS.Timeout | undefined
  #periodStart = 0
  #busyMs = 0
  #bytes = 0
  #segments = 0
  #lost = 0

  constructor(options: LinkOptions) {
    this.#options = options
    this.#msPerByte = options.bandwidth > 0 ? 8 / options.bandwidth : 0
  }

  /** What the link has sent, retransmissions included, and how long it was busy. */
  get counters() {
    return { bytes: this.#bytes, busyMs: this.#busyMs, segments: this.#segments, lost: this.#lost }
  }

  resetCounters() {
    this.#busyMs = this.#bytes = this.#segments = this.#lost = 0
  }

  /** Passes what `from` sends on to `to`. */
  connect(from: Duplex, to: Duplex, connection: LinkedConnection): void {
    new Flow(this, from, to, connection)
  }

  get delay() {
    return this.#options.delay
  }

  /** Queues a flow that has had data to send since then and isn't queued yet. */
  enqueue(flow: Flow, since: number) {
    if (this.#ready.length === 0 && this.#timer === undefined) {
      this.#idleAt = this.#periodStart = Math.max(this.#idleAt, since)
    }
    this.#ready.push(flow)
    if (this.#timer === undefined) this.#sendQueued()
  }

  /** Extends the busy time by a segment sent at `sentAt` and delivered `lateMs` after it was due. */
  recordDelivery(sentAt: number, lateMs: number) {
    const end = sentAt + lateMs
    if (end <= this.#periodStart) return
    this.#busyMs += end - this.#periodStart
    this.#periodStart = end
  }

  #sendQueued = () => {
    this.#timer = undefined
    const now = performance.now()
    for (let flow = this.#next(now); flow; flow = this.#next(now)) {
      const segment = flow.take(segmentSize)
      const losses = this.#drawLosses()
      this.#segments += 1 + losses
      this.#lost += losses
      this.#bytes += segment.length * (1 + losses)
      this.#idleAt += segment.length * this.#msPerByte * (1 + losses)
      if (losses > throttleLimits.retransmissions) flow.destroy()
      else flow.send(segment, this.#idleAt, this.#options.delay + flow.roundTrip * (2 ** losses - 1))
      if (flow.queuedBytes > 0) this.#ready.push(flow)
    }
    if (this.#ready.length > 0) this.#timer = setTimeout(this.#sendQueued, timerFor(this.#idleAt - now))
  }

  #next(now: number): Flow | undefined {
    return this.#idleAt <= now || this.#msPerByte === 0 ? this.#ready.shift() : undefined
  }

  #drawLosses(): number {
    let losses = 0
    while (losses <= throttleLimits.retransmissions && this.#options.random() < this.#options.loss) losses++
    return losses
  }
}

function timerFor(ms: number): number {
  return Math.min(maxTimer, Math.ceil(Math.max(0, ms)))
}

interface InFlightSegment {
  /** Null for the end of the stream. */
  readonly data: Buffer | null
  readonly sentAt: number
  readonly due: number
}

/** The queued and in-flight segments of one connection in one direction. */
class Flow {
  readonly roundTrip: number
  readonly #lateness: Lateness
  readonly #link: Link
  readonly #from: Duplex
  readonly #to: Duplex
  #chunks: Buffer[] = []
  #queuedBytes = 0
  readonly #inFlight: InFlightSegment[] = []
  #inFlightBytes = 0
  #lastDue = 0
  #timer: NodeJS.Timeout | undefined
  #ended = false

  constructor(link: Link, from: Duplex, to: Duplex, { roundTrip, lateness, lag }: LinkedConnection) {
    this.#link = link
    this.#from = from
    this.#to = to
    this.roundTrip = roundTrip
    this.#lateness = lateness
    from.on('data', (chunk: Buffer) => {
      const since = performance.now() - lateness.arrive(this, lag())
      const idle = this.#queuedBytes === 0
      this.#chunks.push(chunk)
      this.#queuedBytes += chunk.length
      if (idle) link.enqueue(this, since)
      this.#applyBackpressure()
    })
    from.on('end', () => {
      this.#ended = true
      if (this.#queuedBytes === 0) this.#finish()
    })
    from.on('close', () => this.#discardIfClosed())
    to.on('drain', () => this.#applyBackpressure())
    to.on('close', () => this.#discardIfClosed())
  }

  get queuedBytes() {
    return this.#queuedBytes
  }

  take(maxLength: number): Buffer {
    const first = this.#chunks[0] ?? Buffer.alloc(0)
    const segment = first.subarray(0, maxLength)
    if (segment.length === first.length) this.#chunks.shift()
    else this.#chunks[0] = first.subarray(maxLength)
    this.#queuedBytes -= segment.length
    return segment
  }

  send(data: Buffer, sentAt: number, delay: number) {
    this.#inFlightBytes += data.length
    this.#deliverAt(data, sentAt, sentAt + delay)
    if (this.#ended && this.#queuedBytes === 0) this.#finish()
    this.#applyBackpressure()
  }

  destroy() {
    this.#from.destroy()
    this.#to.destroy()
  }

  #finish() {
    const now = performance.now()
    this.#deliverAt(null, now, now + this.#link.delay)
  }

  #deliverAt(data: Buffer | null, sentAt: number, due: number) {
    this.#lastDue = Math.max(this.#lastDue, due)
    this.#inFlight.push({ data, sentAt, due: this.#lastDue })
    if (this.#timer === undefined) this.#schedule()
  }

  #schedule() {
    const [first] = this.#inFlight
    if (first) this.#timer = setTimeout(this.#deliver, timerFor(first.due - performance.now()))
  }

  #deliver = () => {
    this.#timer = undefined
    const now = performance.now()
    this.#to.cork()
    for (let first = this.#inFlight[0]; first && first.due <= now; first = this.#inFlight[0]) {
      this.#inFlight.shift()
      if (first.data === null) this.#to.end()
      else {
        this.#inFlightBytes -= first.data.length
        this.#link.recordDelivery(first.sentAt, now - first.due)
        this.#lateness.passOn(this, now - first.due)
        this.#to.write(first.data)
      }
    }
    this.#to.uncork()
    this.#schedule()
    this.#applyBackpressure()
  }

  #applyBackpressure() {
    const full =
      this.#queuedBytes > throttleLimits.queued ||
      this.#inFlightBytes > throttleLimits.inFlight ||
      this.#to.writableNeedDrain
    if (full) this.#from.pause()
    else if (this.#from.isPaused()) this.#from.resume()
  }

  /** A closed receiver needs nothing more; if only the sender has closed, the rest is still delivered. */
  #discardIfClosed() {
    if (!this.#to.destroyed) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#inFlight.length = 0
    this.#inFlightBytes = 0
    this.#chunks = []
    this.#queuedBytes = 0
  }
}
