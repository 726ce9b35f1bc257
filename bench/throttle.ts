import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Connectivity, Metrics } from '../src/contract/index.ts'
import { guardedDial } from '../src/shared/guard/index.ts'
import { checkHttp } from '../src/service/checks/http/http-check.ts'
import { html, page, pageTests } from '../src/service/checks/page/testing.ts'
import { checkOf, never, openGuard, origins } from '../src/service/checks/testing.ts'
import { startRelay } from '../src/service/checks/throttle/relay.ts'
import { relayedDial } from '../src/service/checks/throttle/testing.ts'
import { measure, printTable, type Row, timesOf, within } from './measure.ts'

const runs = 20
const pageRuns = 5
const guard = openGuard({ 'a.test': ['127.0.0.1'] })
const unlimited: Connectivity = { bandwidth_down: 0, bandwidth_up: 0, latency: 0, drop_rate: 0 }
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends `bytes` to each connection once the other side has ended. */
function senderOf(bytes: number) {
  return createServer({ allowHalfOpen: true }, (socket) => {
    socket.resume().on('end', () => socket.end(Buffer.alloc(bytes)))
  })
}

interface Exchange {
  readonly connectivity: Partial<Connectivity>
  readonly down?: number
  readonly up?: number
  readonly connections?: number
  /** Whether the first SYN is lost. */
  readonly losesSyn?: boolean
}

/** Times of one exchange over a relay in ms: of connecting, and of the transfer on all connections. */
async function exchange({ connectivity, down = 0, up = 0, connections = 1, losesSyn = false }: Exchange) {
  const servers = origins()
  const port = await servers.raw(senderOf(down), '127.0.0.1')
  let draws = 0
  const random = () => (losesSyn && ++draws === 1 ? 0 : 1)
  const relay = await startRelay(guardedDial(guard), { ...unlimited, ...connectivity }, { random })
  try {
    const dial = relayedDial(relay)
    const opened = await Promise.all(Array.from({ length: connections }, () => dial('a.test', port, never)))
    const startedAt = performance.now()
    await Promise.all(
      opened.map(async ({ socket }) => {
        socket.resume().end(Buffer.alloc(up))
        await once(socket, 'end')
      }),
    )
    return { connect: opened[0]?.connect ?? 0, transfer: performance.now() - startedAt }
  } finally {
    await relay.close()
    await servers.close()
  }
}

async function relayRows(): Promise<Row[]> {
  const times = async (phase: 'connect' | 'transfer', given: Exchange, count = runs) => {
    const list: number[] = []
    for (let i = 0; i < count; i++) list.push((await exchange(given))[phase])
    return timesOf(list)
  }
  const down = (bandwidth_down: number, bytes: number): Exchange => ({ connectivity: { bandwidth_down }, down: bytes })
  const shared: Exchange = { ...down(2_000, 50_000), connections: 2 }
  return [
    within('connect, latency 120 ms', await times('connect', { connectivity: { latency: 120 } }), [120, 135]),
    within('reply, latency 120 ms', await times('transfer', { connectivity: { latency: 120 }, down: 10 }), [119, 140]),
    within('100,000 bytes down at 2,000 Kbps', await times('transfer', down(2_000, 100_000)), [388, 450]),
    within('2,000,000 bytes down at 50,000 Kbps', await times('transfer', down(50_000, 2_000_000)), [310, 362]),
    within(
      '50,000 bytes up at 1,000 Kbps',
      await times('transfer', { connectivity: { bandwidth_up: 1_000 }, up: 50_000 }),
      [390, 450],
    ),
    within('two connections share 2,000 Kbps', await times('transfer', shared), [390, 450]),
    within(
      'connect, first SYN lost',
      await times('connect', { connectivity: { drop_rate: 50 }, losesSyn: true }, 5),
      [1000, 1050],
    ),
  ]
}

async function httpRows(): Promise<Row[]> {
  const servers = origins()
  try {
    const port = await servers.http((_, answer) => answer.end(Buffer.alloc(60_000)))
    const connectivity = { bandwidth_down: 1600, bandwidth_up: 768, latency: 150, drop_rate: 0 }
    const all: Metrics[] = []
    await measure(runs, async () => {
      const check = checkOf(`http://a.test:${port}/`, { connectivity })
      all.push((await checkHttp(check, { guard, timeoutMs: 10_000 }, never)).metrics)
    })
    const times = (name: keyof Metrics) => timesOf(all.map((metrics) => metrics[name] ?? 0))
    return [
      within('HTTP check, 1,600 Kbps, 150 ms: connect', times('connect'), [150, 175]),
      within('HTTP check, 1,600 Kbps, 150 ms: first byte', times('first_byte'), [300, 350]),
      within('HTTP check, 1,600 Kbps, 150 ms: 60,000 bytes', times('last_byte'), [590, 690]),
    ]
  } finally {
    await servers.close()
  }
}

/** A page that answers after 300 ms, with an image after 400 ms more and a task of 250 ms that starts 300 ms after load. */
async function pageRows(): Promise<Row[]> {
  const { site, measureOne, probesOf, servers, close } = await pageTests()
  const probes = probesOf()
  // an image with few bytes for its size doesn't count as the largest contentful paint
  const padding = randomBytes(60_000).toString('hex')
  const script =
    'addEventListener("load", () => setTimeout(() => { const end = performance.now() + 250; while (performance.now() < end); }, 300))'
  try {
    const port = await site({
      '/': async (answer) => {
        await delay(300)
        html(`<h1>Hello</h1><img src="/late.svg" width="900" height="600"><script>${script}</script>`)(answer)
      },
      '/late.svg': async (answer) => {
        await delay(400)
        answer
          .writeHead(200, { 'content-type': 'image/svg+xml' })
          .end(
            `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="navy"/><!--${padding}--></svg>`,
          )
      },
    })
    const all: Metrics[] = []
    for (let i = 0; i < pageRuns; i++)
      all.push((await measureOne(page(`http://www.shop.test:${port}/`), probes)).metrics)
    const times = (name: keyof Metrics) => timesOf(all.map((metrics) => metrics[name] ?? 0))
    const afterLoad = timesOf(all.map(({ load, time_to_interact }) => (time_to_interact ?? 0) - (load ?? 0)))
    return [
      within('page: first byte', times('first_byte'), [300, 700]),
      within('page: first contentful paint', times('first_contentful_paint'), [300, 1000]),
      within('page: largest contentful paint', times('time_to_display'), [700, 1500]),
      within('page: load', times('load'), [700, 1500]),
      within('page: from load to interactive', afterLoad, [540, 900]),
      within('page: total blocking time', times('total_blocking_time'), [190, 300]),
    ]
  } finally {
    await servers.close()
    await close()
  }
}

const rows = [...(await relayRows()), ...(await httpRows()), ...(await pageRows())]
process.exitCode = printTable('Accuracy of throttling and of checks', rows) ? 0 : 1
