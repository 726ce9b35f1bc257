import type { Socket } from 'node:net'

/** Bytes of payload that one Ethernet frame carries over TCP. */
const segmentSize = 1460
/** What may wait for the link, and what may be on its way, before the sender is told to wait. */
const mostPending = 256 * 1024
const mostTravelling = 16 * 1024 * 1024
/** Linux gives a connection up after so many retransmissions (`tcp_retries2`). */
const mostRetransmissions = 15

export interface LinkOptions {
  /** Kilobits (1,000 bits) a second; 0 is not limited. */
  readonly bandwidth: number
  /** Milliseconds from one end to the other. */
  readonly delay: number
  /** The part of the segments that is lost, 0 to 1. */
  readonly loss: number
  readonly random: () => number
}

/**
 * One direction of a line. The bytes of all connections leave over it one after the other at the line's rate, a segment
 * of each connection in turn, and arrive `delay` later.
 *
 * A lost segment cannot be dropped from a stream, so it does what a loss does to the receiver: it and what follows it on
 * its connection come a round trip later (fast retransmit), twice as long again for each further loss (RFC 6298, section
 * 5.5), and the bytes are carried again. TCP's slow start, and its slowing down after a loss, are not imitated.
 */
export class Link {
  readonly #options: LinkOptions
  readonly #msPerByte: number
  readonly #waiting: Lane[] = []
  #freeAt = 0
  #timer: NodeJS.Timeout | undefined
  #periodStart = 0
  #busy = 0
  #carried = 0
  #segments = 0
  #lost = 0

  constructor(options: LinkOptions) {
    this.#options = options
    this.#msPerByte = options.bandwidth > 0 ? 8 / options.bandwidth : 0
  }

  /** What was really carried, in bytes, milliseconds of carrying, and segments. */
  get carried() {
    return { bytes: this.#carried, busy: this.#busy, segments: this.#segments, lost: this.#lost }
  }

  forget() {
    this.#busy = this.#carried = this.#segments = this.#lost = 0
  }

  /** Carries what `from` sends to `to`. `roundTrip` is what a retransmission costs on this connection, in ms. */
  join(from: Socket, to: Socket, roundTrip: number): void {
    new Lane(this, from, to, roundTrip)
  }

  get delay() {
    return this.#options.delay
  }

  /** A lane has something to send, and was not waiting already. */
  enqueue(lane: Lane) {
    if (this.#waiting.length === 0 && this.#timer === undefined) {
      this.#freeAt = this.#periodStart = Math.max(this.#freeAt, performance.now())
    }
    this.#waiting.push(lane)
    if (this.#timer === undefined) this.#pump()
  }

  /** A segment that left the link at `left` was handed over `late` ms after it was due. */
  arrived(left: number, late: number) {
    const end = left + late
    if (end <= this.#periodStart) return
    this.#busy += end - this.#periodStart
    this.#periodStart = end
  }

  #pump = () => {
    this.#timer = undefined
    const now = performance.now()
    for (let lane = this.#next(now); lane; lane = this.#next(now)) {
      const segment = lane.take(segmentSize)
      const losses = this.#losses()
      this.#segments += 1 + losses
      this.#lost += losses
      this.#carried += segment.length * (1 + losses)
      this.#freeAt += segment.length * this.#msPerByte * (1 + losses)
      if (losses > mostRetransmissions) lane.breakOff()
      else lane.send(segment, this.#freeAt, this.#options.delay + lane.roundTrip * (2 ** losses - 1))
      if (lane.pending > 0) this.#waiting.push(lane)
    }
    if (this.#waiting.length > 0) this.#timer = setTimeout(this.#pump, Math.ceil(this.#freeAt - now))
  }

  #next(now: number): Lane | undefined {
    return this.#freeAt <= now || this.#msPerByte === 0 ? this.#waiting.shift() : undefined
  }

  #losses(): number {
    let losses = 0
    while (losses <= mostRetransmissions && this.#options.random() < this.#options.loss) losses++
    return losses
  }
}

interface Travelling {
  readonly data: Buffer | null
  readonly left: number
  readonly due: number
}

/** One connection's share of a link. */
class Lane {
  readonly roundTrip: number
  readonly #link: Link
  readonly #from: Socket
  readonly #to: Socket
  #chunks: Buffer[] = []
  #pending = 0
  readonly #travelling: Travelling[] = []
  #travellingBytes = 0
  #lastDue = 0
  #timer: NodeJS.Timeout | undefined
  #ended = false

  constructor(link: Link, from: Socket, to: Socket, roundTrip: number) {
    this.#link = link
    this.#from = from
    this.#to = to
    this.roundTrip = roundTrip
    from.on('data', (chunk: Buffer) => {
      const idle = this.#pending === 0
      this.#chunks.push(chunk)
      this.#pending += chunk.length
      if (idle) link.enqueue(this)
      this.#regulate()
    })
    from.on('end', () => {
      this.#ended = true
      if (this.#pending === 0) this.#finish()
    })
    from.on('close', () => this.#settle())
    to.on('drain', () => this.#regulate())
    to.on('close', () => this.#settle())
  }

  get pending() {
    return this.#pending
  }

  take(most: number): Buffer {
    const first = this.#chunks[0] ?? Buffer.alloc(0)
    const segment = first.subarray(0, most)
    if (segment.length === first.length) this.#chunks.shift()
    else this.#chunks[0] = first.subarray(most)
    this.#pending -= segment.length
    return segment
  }

  send(data: Buffer, left: number, delay: number) {
    this.#travellingBytes += data.length
    this.#travel(data, left, left + delay)
    if (this.#ended && this.#pending === 0) this.#finish()
    this.#regulate()
  }

  breakOff() {
    this.#from.destroy()
    this.#to.destroy()
  }

  #finish() {
    const now = performance.now()
    this.#travel(null, now, now + this.#link.delay)
  }

  #travel(data: Buffer | null, left: number, due: number) {
    this.#lastDue = Math.max(this.#lastDue, due)
    this.#travelling.push({ data, left, due: this.#lastDue })
    if (this.#timer === undefined) this.#schedule()
  }

  #schedule() {
    const [first] = this.#travelling
    if (first) this.#timer = setTimeout(this.#arrive, Math.ceil(Math.max(0, first.due - performance.now())))
  }

  #arrive = () => {
    this.#timer = undefined
    const now = performance.now()
    this.#to.cork()
    for (let head = this.#travelling[0]; head && head.due <= now; head = this.#travelling[0]) {
      this.#travelling.shift()
      if (head.data === null) this.#to.end()
      else {
        this.#travellingBytes -= head.data.length
        this.#link.arrived(head.left, now - head.due)
        this.#to.write(head.data)
      }
    }
    this.#to.uncork()
    this.#schedule()
    this.#regulate()
  }

  #regulate() {
    const full = this.#pending > mostPending || this.#travellingBytes > mostTravelling || this.#to.writableNeedDrain
    if (full) this.#from.pause()
    else if (this.#from.isPaused()) this.#from.resume()
  }

  /** Where the receiver is gone there is nothing left to carry; where only the sender is, the rest still arrives. */
  #settle() {
    if (!this.#to.destroyed) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#travelling.length = 0
    this.#travellingBytes = 0
    this.#chunks = []
    this.#pending = 0
  }
}
