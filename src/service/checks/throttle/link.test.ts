import { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Lateness } from './lateness.ts'
import { Link, type LinkOptions } from './link.ts'

// The clock is scripted, so times are exact however busy the machine is.
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  // first: a spy on a scripted timer would bring that back
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const linkOf = (given: Partial<LinkOptions>) => new Link({ bandwidth: 0, delay: 0, loss: 0, random: () => 1, ...given })

/** A connection over the link. Its sending end is `from`. */
function connection(link: Link, roundTrip = 0) {
  const startedAt = performance.now()
  const arrivals: { readonly at: number; readonly bytes: number }[] = []
  const ended = { at: Number.NaN }
  const from = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  const to = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      arrivals.push({ at: performance.now() - startedAt, bytes: chunk.length })
      done()
    },
    final(done) {
      ended.at = performance.now() - startedAt
      done()
    },
  })
  link.connect(from, to, { roundTrip, lateness: new Lateness(), lag: () => 0 })
  return {
    from,
    to,
    arrivals,
    ended,
    get received() {
      return arrivals.reduce((sum, { bytes }) => sum + bytes, 0)
    },
    get lastAt() {
      return arrivals.at(-1)?.at ?? Number.NaN
    },
  }
}

const segment = 1460
/** Node's timers have a resolution of one millisecond, so events are rounded up. */
const expectAt = (at: number, due: number) => {
  expect(at).toBeGreaterThanOrEqual(due)
  expect(at).toBeLessThanOrEqual(due + 2)
}

describe('bandwidth', () => {
  test.each([
    [2_000, 100_000],
    [50_000, 2_000_000],
  ])('at %i kbps, %i bytes take their time, spread evenly', async (bandwidth, bytes) => {
    const link = linkOf({ bandwidth })
    const one = connection(link)
    one.from.push(Buffer.alloc(bytes))
    const ideal = (bytes * 8) / bandwidth
    await vi.advanceTimersByTimeAsync(ideal / 2)
    expect(Math.abs(one.received - bytes / 2)).toBeLessThanOrEqual(2 * segment + bandwidth / 8)
    await vi.advanceTimersByTimeAsync(ideal)
    expect(one.received).toBe(bytes)
    expectAt(one.lastAt, ideal)
    const { busyMs, bytes: sent } = link.counters
    expect((sent * 8) / busyMs / bandwidth).toBeCloseTo(1, 1)
  })

  test('connections share a link equally', async () => {
    const link = linkOf({ bandwidth: 2_000 })
    const both = [connection(link), connection(link)]
    for (const { from } of both) from.push(Buffer.alloc(50_000))
    await vi.advanceTimersByTimeAsync(200)
    for (const { received } of both) expect(Math.abs(received - 25_000)).toBeLessThanOrEqual(2 * segment)
    await vi.advanceTimersByTimeAsync(300)
    expect(both.map(({ received }) => received)).toEqual([50_000, 50_000])
    expectAt(Math.max(...both.map(({ lastAt }) => lastAt)), 400)
  })

  test('a sender is paused while too many of its bytes are queued', async () => {
    const one = connection(linkOf({ bandwidth: 8_000 }))
    for (let i = 0; i < 5; i++) one.from.push(Buffer.alloc(64 * 1024))
    await vi.advanceTimersByTimeAsync(1)
    expect(one.from.isPaused()).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(one.from.isPaused()).toBe(false)
    expect(one.received).toBe(5 * 64 * 1024)
  })
})

describe('latency', () => {
  test('bytes arrive after the delay, followed by the end of the stream', async () => {
    const one = connection(linkOf({ delay: 60, bandwidth: 2_000 }))
    one.from.push(Buffer.alloc(10_000))
    one.from.push(null)
    await vi.advanceTimersByTimeAsync(200)
    expectAt(one.arrivals[0]?.at ?? 0, 60 + (segment * 8) / 2_000)
    expectAt(one.lastAt, 60 + 40)
    expect(one.ended.at).toBeGreaterThanOrEqual(one.lastAt)
    expectAt(one.ended.at, 60 + 40)
  })
})

describe('loss', () => {
  /** Loses the segments with the given numbers. */
  const losing = (...numbers: readonly number[]) => {
    let draws = 0
    return { loss: 0.1, random: () => (numbers.includes(++draws) ? 0 : 1) }
  }

  test('a lost segment and those after it arrive a round trip later', async () => {
    const link = linkOf({ delay: 50, ...losing(4) })
    const one = connection(link, 100)
    one.from.push(Buffer.alloc(10 * segment))
    await vi.advanceTimersByTimeAsync(500)
    expect(one.arrivals).toEqual([
      ...Array.from({ length: 3 }, () => ({ at: 50, bytes: segment })),
      ...Array.from({ length: 7 }, () => ({ at: 150, bytes: segment })),
    ])
    expect(link.counters).toMatchObject({ segments: 11, lost: 1, bytes: 11 * segment })
  })

  test('each further loss of a segment doubles the wait', async () => {
    const one = connection(linkOf({ delay: 50, ...losing(1, 2, 3) }), 100)
    one.from.push(Buffer.alloc(segment))
    await vi.advanceTimersByTimeAsync(1000)
    expect(one.arrivals).toEqual([{ at: 50 + 700, bytes: segment }])
  })

  test('a connection that loses every segment is closed', async () => {
    const one = connection(linkOf({ loss: 1, random: () => 0 }), 100)
    one.from.push(Buffer.alloc(segment))
    await vi.advanceTimersByTimeAsync(1)
    expect([one.from.destroyed, one.to.destroyed]).toEqual([true, true])
    expect(one.arrivals).toEqual([])
  })
})

test('a line slower than any timer can wait doesn’t overflow the timer', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const one = connection(linkOf({ bandwidth: 1e-9, delay: 1e10 }))
  one.from.push(Buffer.alloc(3 * segment))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(timers.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms > 2 ** 31 - 1)).toEqual([])
  expect(timers.mock.calls.length).toBeLessThan(10)
  expect(one.received).toBe(0)
})
