import { type Socket, connect, createServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import type { Connectivity } from '../../../contract/index.ts'
import { guardedDial } from '../dial.ts'
import { type Relay, startRelay } from './relay.ts'
import { relayedDial } from './relayed-dial.ts'
import { never, openGuard, origins, scripted } from '../testing.ts'

const servers = origins()
const relays: Relay[] = []
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.close()))
  await servers.close()
})

const line = (given: Partial<Connectivity>): Connectivity => ({
  bandwidth_down: 0,
  bandwidth_up: 0,
  latency: 0,
  drop_rate: 0,
  ...given,
})

async function relayOf(
  connectivity: Connectivity | null,
  random?: () => number,
  guard = openGuard({ 'a.test': ['127.0.0.1'] }),
) {
  const relay = await startRelay(guardedDial(guard), connectivity, random)
  relays.push(relay)
  return relay
}

/** Sends so many bytes to whoever connects, and counts what comes. */
async function source(bytes: number) {
  const received = { bytes: 0, ended: Promise.withResolvers<void>() }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (chunk) => (received.bytes += chunk.length))
    socket.on('end', () => {
      received.ended.resolve()
      socket.end(Buffer.alloc(bytes, 7))
    })
  })
  return { port: await servers.raw(server, '127.0.0.1'), received }
}

/** Ends its side and reads all of the other. */
async function readAll(socket: Socket) {
  let bytes = 0
  socket.on('data', (chunk) => (bytes += chunk.length))
  const began = performance.now()
  socket.end()
  await once(socket, 'end')
  return { bytes, took: performance.now() - began }
}

test('without a line, bytes pass as they are', async () => {
  const { port } = await source(1_000_000)
  const relay = await relayOf(null)
  const { socket } = await relayedDial(relay)('a.test', port, never)
  expect((await readAll(socket)).bytes).toBe(1_000_000)
  expect(relay.applied()).toBeNull()
  expect(relay.connections()).toMatchObject([{ host: 'a.test', port, failure: null }])
})

describe('latency', () => {
  test('connecting takes one round trip more, and an answer one more again', async () => {
    const { port } = await source(10)
    const relay = await relayOf(line({ latency: 120 }))
    const { socket, connect: took, dns } = await relayedDial(relay)('a.test', port, never)
    expect(took).toBeGreaterThanOrEqual(120)
    expect(took).toBeLessThan(135)
    expect(dns).toBeGreaterThanOrEqual(0)
    const answer = await readAll(socket)
    expect(answer.took).toBeGreaterThanOrEqual(119)
    expect(answer.took).toBeLessThan(140)
    const latency = relay.applied()?.latency
    expect(latency).toBeGreaterThanOrEqual(120)
    expect(latency).toBeLessThan(130)
  })
})

describe('bandwidth', () => {
  test.each([
    [2_000, 100_000],
    [50_000, 2_000_000],
  ])('%i Kbps carry %i bytes down in their time', async (bandwidth, bytes) => {
    const { port } = await source(bytes)
    const relay = await relayOf(line({ bandwidth_down: bandwidth }))
    const { socket } = await relayedDial(relay)('a.test', port, never)
    const { bytes: got, took } = await readAll(socket)
    expect(got).toBe(bytes)
    const ideal = (bytes * 8) / bandwidth
    expect(took).toBeGreaterThan(ideal * 0.97)
    expect(took).toBeLessThan(ideal * 1.1 + 10)
    expect(relay.applied()?.bandwidth_down).toBeGreaterThan(bandwidth * 0.9)
    expect(relay.applied()?.bandwidth_down).toBeLessThan(bandwidth * 1.03)
    expect(relay.applied()?.bandwidth_up).toBeNull()
  })

  test('bytes up are held back as well', async () => {
    const { port, received } = await source(0)
    const relay = await relayOf(line({ bandwidth_up: 1_000 }))
    const { socket } = await relayedDial(relay)('a.test', port, never)
    const began = performance.now()
    socket.end(Buffer.alloc(50_000))
    await received.ended.promise
    expect(received.bytes).toBe(50_000)
    expect(performance.now() - began).toBeGreaterThan(390)
    expect(performance.now() - began).toBeLessThan(450)
  })

  test('connections share the line', async () => {
    const { port } = await source(50_000)
    const relay = await relayOf(line({ bandwidth_down: 2_000 }))
    const dial = relayedDial(relay)
    const sockets = await Promise.all([1, 2].map(() => dial('a.test', port, never)))
    const [one, two] = await Promise.all(sockets.map(({ socket }) => readAll(socket)))
    // 100,000 bytes in all at 2,000 Kbps, and neither had it to itself
    expect(one?.took).toBeGreaterThan(360)
    expect(two?.took).toBeGreaterThan(360)
    expect(Math.max(one?.took ?? 0, two?.took ?? 0)).toBeLessThan(450)
  })
})

describe('loss', () => {
  test('a lost segment comes a round trip later and is counted', async () => {
    const { port } = await source(14_600)
    // Of the ten segments that come down, the fourth is lost once; the first draw is that of the connection.
    let draws = 0
    const relay = await relayOf(line({ latency: 100, drop_rate: 10 }), () => (++draws === 5 ? 0 : 1))
    const { socket } = await relayedDial(relay)('a.test', port, never)
    const { bytes, took } = await readAll(socket)
    expect(bytes).toBe(14_600)
    expect(took).toBeGreaterThanOrEqual(199)
    expect(took).toBeLessThan(230)
    expect(relay.applied()?.drop_rate).toBeCloseTo((1 / 11) * 100, 1)
  })

  test('a lost SYN is repeated after a second', async () => {
    const { port } = await source(0)
    let draws = 0
    const relay = await relayOf(line({ drop_rate: 50 }), () => (++draws === 1 ? 0 : 1))
    const { connect: took } = await relayedDial(relay)('a.test', port, never)
    expect(took).toBeGreaterThanOrEqual(1000)
    expect(took).toBeLessThan(1050)
  })

  test('where all is lost nothing connects, and giving up is prompt', async () => {
    const { port } = await source(0)
    const relay = await relayOf(line({ drop_rate: 100 }))
    await expect(relayedDial(relay)('a.test', port, AbortSignal.timeout(100))).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })
})

describe('the guard', () => {
  test('refuses private addresses by name and by number', async () => {
    const relay = await relayOf(null, undefined, {
      resolver: scripted({ 'in.test': ['10.0.0.1'] }),
      allowPrivateTargets: false,
    })
    for (const host of ['in.test', '127.0.0.1', '::1', '2130706433']) {
      await expect(relayedDial(relay)(host, 80, never)).rejects.toMatchObject({
        code: host === '2130706433' ? 'dns-failed' : 'refused-target',
      })
    }
    expect(relay.connections().map(({ failure }) => failure?.code)).toEqual([
      'refused-target',
      'refused-target',
      'refused-target',
      'dns-failed',
    ])
  })

  test('offers no UDP and no listening', async () => {
    const relay = await relayOf(null)
    for (const command of [2, 3]) {
      const socket = connect(relay.port, '127.0.0.1')
      socket.write(Buffer.of(5, 1, 0, 5, command, 0, 1, 1, 1, 1, 1, 0, 80))
      const chunks: Buffer[] = []
      for await (const chunk of socket) chunks.push(Buffer.from(chunk))
      expect([...Buffer.concat(chunks).subarray(0, 4)]).toEqual([5, 0, 5, 7])
    }
  })
})

test('a reset closes connections and clears them', async () => {
  const { port } = await source(0)
  const relay = await relayOf(line({ latency: 2 }))
  const { socket } = await relayedDial(relay)('a.test', port, never)
  relay.reset()
  await once(socket, 'close')
  expect(relay.connections()).toEqual([])
  expect(relay.applied()?.latency).toBeNull()
})
