import { type Socket, connect, createServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import type { Connectivity } from '../../../contract/index.ts'
import { guardedDial } from '../../../shared/guard/index.ts'
import { type Relay, startRelay } from './relay.ts'
import { relayedDial } from './testing.ts'
import { never, openGuard, origins } from '../testing.ts'
import { scripted } from '../../test/scripted-resolver.ts'

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
  const relay = await startRelay(guardedDial(guard), connectivity, random ? { random } : {})
  relays.push(relay)
  return relay
}

/** A server that sends the given number of bytes to each client and counts what it receives. */
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

/** Ends the socket's own side and reads the other to its end. */
async function readAll(socket: Socket) {
  let bytes = 0
  socket.on('data', (chunk) => (bytes += chunk.length))
  const began = performance.now()
  socket.end()
  await once(socket, 'end')
  return { bytes, took: performance.now() - began }
}

test('without throttling, bytes pass unchanged', async () => {
  const { port } = await source(1_000_000)
  const relay = await relayOf(null)
  const { socket } = await relayedDial(relay)('a.test', port, never)
  expect((await readAll(socket)).bytes).toBe(1_000_000)
  expect(relay.applied()).toBeNull()
  expect(relay.connections()).toMatchObject([{ host: 'a.test', port, failure: null }])
})

// A busy machine makes things later, never earlier, so these tests check lower bounds only. Exact times are tested in
// link.test.ts on a scripted clock, and measured by `npm run bench`.

describe('latency', () => {
  test('adds a round trip to connecting and to each reply', async () => {
    const { port } = await source(10)
    const relay = await relayOf(line({ latency: 120 }))
    const { socket, connect: took, dns } = await relayedDial(relay)('a.test', port, never)
    expect(took).toBeGreaterThanOrEqual(120)
    expect(dns).toBeGreaterThanOrEqual(0)
    const answer = await readAll(socket)
    expect(answer.took).toBeGreaterThanOrEqual(119)
    expect(relay.applied()?.latency).toBeGreaterThanOrEqual(120)
  })
})

describe('bandwidth', () => {
  test.each([
    [2_000, 100_000],
    [50_000, 2_000_000],
  ])('at %i kbps, %i bytes come down no faster than that', async (bandwidth, bytes) => {
    const { port } = await source(bytes)
    const relay = await relayOf(line({ bandwidth_down: bandwidth }))
    const { socket } = await relayedDial(relay)('a.test', port, never)
    const { bytes: got, took } = await readAll(socket)
    expect(got).toBe(bytes)
    expect(took).toBeGreaterThan(((bytes * 8) / bandwidth) * 0.97)
    expect(relay.applied()?.bandwidth_down).toBeGreaterThan(0)
    expect(relay.applied()?.bandwidth_down).toBeLessThan(bandwidth * 1.03)
    expect(relay.applied()?.bandwidth_up).toBeNull()
  })

  test('limits uploads too', async () => {
    const { port, received } = await source(0)
    const relay = await relayOf(line({ bandwidth_up: 1_000 }))
    const { socket } = await relayedDial(relay)('a.test', port, never)
    const startedAt = performance.now()
    socket.end(Buffer.alloc(50_000))
    await received.ended.promise
    expect(received.bytes).toBe(50_000)
    expect(performance.now() - startedAt).toBeGreaterThan(390)
  })

  test('is shared by all connections', async () => {
    const { port } = await source(50_000)
    const relay = await relayOf(line({ bandwidth_down: 2_000 }))
    const dial = relayedDial(relay)
    const sockets = await Promise.all([1, 2].map(() => dial('a.test', port, never)))
    const times = await Promise.all(sockets.map(async ({ socket }) => (await readAll(socket)).took))
    // 100,000 bytes in total at 2,000 kbps
    expect(Math.max(...times)).toBeGreaterThan(390)
  })
})

describe('loss', () => {
  test('delays a segment by a round trip and is counted', async () => {
    const { port } = await source(14_600)
    // the first random number is for the handshake, and the fourth of the ten segments sent back is lost
    let draws = 0
    const relay = await relayOf(line({ latency: 100, drop_rate: 10 }), () => (++draws === 5 ? 0 : 1))
    const { socket } = await relayedDial(relay)('a.test', port, never)
    const { bytes, took } = await readAll(socket)
    expect(bytes).toBe(14_600)
    expect(took).toBeGreaterThanOrEqual(199)
    expect(relay.applied()?.drop_rate).toBeCloseTo((1 / 11) * 100, 1)
  })

  test('of a SYN delays the connection by a second', async () => {
    const { port } = await source(0)
    let draws = 0
    const relay = await relayOf(line({ drop_rate: 50 }), () => (++draws === 1 ? 0 : 1))
    const { connect: took } = await relayedDial(relay)('a.test', port, never)
    expect(took).toBeGreaterThanOrEqual(1000)
  })

  test('of everything prevents connections, and the caller can give up', async () => {
    const { port } = await source(0)
    const relay = await relayOf(line({ drop_rate: 100 }))
    await expect(relayedDial(relay)('a.test', port, AbortSignal.timeout(100))).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })
})

describe('the relay', () => {
  test('refuses private addresses, given as a name or an IP address', async () => {
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

  test('refuses UDP and listening', async () => {
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

test('a reset closes all connections and clears the counters', async () => {
  const { port } = await source(0)
  const relay = await relayOf(line({ latency: 2 }))
  const { socket } = await relayedDial(relay)('a.test', port, never)
  relay.reset()
  await once(socket, 'close')
  expect(relay.connections()).toEqual([])
  expect(relay.applied()?.latency).toBeNull()
})
