/** Measures hostile pages one after another, and how much they change the figures of a healthy site of another account. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { MetricName } from '../src/contract/index.ts'
import { type Check, createProbes, findChromium, type Measurement } from '../src/service/checks/index.ts'
import { hostilePages } from '../src/service/checks/box/testing-hostile-pages.ts'
import { processTree } from '../src/service/checks/box/process-tree.ts'
import { checkOf, never } from '../src/service/checks/testing.ts'
import { printTable, type Row, timesOf } from './measure.ts'

const timeoutMs = 5000
const graceMs = 5000
const maxGrowth = 100 * 2 ** 20
/** How far a figure of the neighbour may be off. */
const tolerance = 0.1
/** How often the neighbour is measured alone. */
const runsAlone = 15
const httpIntervalMs = 250
const pageMetrics = ['first_byte', 'first_contentful_paint', 'load'] as const satisfies readonly MetricName[]

async function run(): Promise<void> {
  const attacker = await startServers('attacker')
  const neighbour = await startServers('neighbour')
  const probes = createProbes({
    chromiumPath: findChromium(process.env),
    dnsServers: ['127.0.0.1:9'],
    allowPrivateTargets: true,
    timeoutMs,
  })
  const before = await processTree(process.pid)
  try {
    const [port = 0] = neighbour.ports
    const figures = () => measureNeighbour(probes, port)

    const alone = figures()
    await alone.runs(runsAlone)
    await alone.stop()

    const memoryBefore = process.memoryUsage().rss
    let memory = memoryBefore
    const sampling = setInterval(() => (memory = Math.max(memory, process.memoryUsage().rss)), 100)
    const beside = figures()
    const rows: Row[] = []
    for (const [i, { what, ends }] of hostilePages.entries()) {
      const attack = probes.measure(page(attacker.ports[i] ?? 0, 'attacker'), never).then(([sample]) => {
        rows.push(rowOf(what, ends, sample))
      })
      // the neighbour's next check is due at the same time
      await Promise.all([attack, beside.runs(1)])
    }
    clearInterval(sampling)
    await beside.stop()
    await probes.close()

    rows.push(...[...alone.figures].map(([name, times]) => compared(name, times, beside.figures.get(name) ?? [])))
    const growth = memory - memoryBefore
    rows.push({
      what: 'memory of the service',
      median: megabytes(growth),
      limit: 'below 100 MB',
      ok: growth < maxGrowth,
    })
    const left = (await processTree(process.pid)).length - before.length
    rows.push({ what: 'processes left', median: String(left), limit: 'none', ok: left === 0 })
    process.exitCode = printTable(`Hostile pages with a time-out of ${timeoutMs / 1000} s`, rows) ? 0 : 1
  } finally {
    await probes.close()
    attacker.process.kill()
    neighbour.process.kill()
  }
}

const page = (port: number, tenant: string): Check =>
  checkOf(`http://127.0.0.1:${port}/`, { type: 'WEBPAGE', views: ['EMPTY'], screenshots: true, tenant })

/** Measures the healthy site by HTTP all the time, and as a page as often as `runs` says. */
function measureNeighbour(probes: ReturnType<typeof createProbes>, port: number) {
  const figures = new Map<string, number[]>()
  const add = (name: string, value: number | null | undefined) => {
    if (value != null) figures.set(name, [...(figures.get(name) ?? []), value])
  }
  const stopping = new AbortController()
  const http = (async () => {
    while (!stopping.signal.aborted) {
      const [one] = await probes.measure(checkOf(`http://127.0.0.1:${port}/`, { tenant: 'neighbour' }), never)
      add('HTTP check: first_byte', one?.metrics.first_byte)
      await wait(httpIntervalMs)
    }
  })()
  let round = 0
  return {
    figures,
    async runs(count: number) {
      for (let i = 0; i < count; i++) {
        // as for a monitor, which runs every minute at most, the browser has just started
        const [one] = await probes.measure(page(port, `neighbour ${round++}`), never)
        for (const metric of pageMetrics) add(`page check: ${metric}`, one?.metrics[metric])
      }
    },
    async stop() {
      stopping.abort()
      await http
    },
  }
}

function rowOf(what: string, ends: readonly string[], measurement: Measurement | undefined): Row {
  const code = measurement?.issues.find(({ severity }) => severity === 3)?.code ?? 'measured'
  const took = Date.now() - (measurement?.takenAt ?? 0)
  return {
    what: `${what}: ${code}`,
    median: `${(took / 1000).toFixed(1)} s`,
    limit: `time-out + ${graceMs / 1000} s`,
    ok: took <= timeoutMs + graceMs && [...ends, 'timeout'].includes(code),
  }
}

function compared(what: string, alone: readonly number[], beside: readonly number[]): Row {
  const [before, after] = [timesOf(alone), timesOf(beside)]
  return {
    what: `neighbour's ${what}, alone ${before.median.toFixed(1)} ms`,
    median: `${after.median.toFixed(1)} ms`,
    p99: `${after.p99.toFixed(1)} ms`,
    limit: `at most ${tolerance * 100} % off`,
    ok: Math.abs(after.median - before.median) <= before.median * tolerance,
  }
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`

/** In a process of its own: the sites that are measured run on other machines. */
async function startServers(
  role: string,
): Promise<{ readonly process: ChildProcess; readonly ports: readonly number[] }> {
  const child = fork(import.meta.filename, [role])
  const [ports] = await once(child, 'message')
  return { process: child, ports }
}

async function serveHostilePages(): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW)
  const listeners = hostilePages.map(({ routes }): RequestListener => (request, answer) => {
    const route = routes[new URL(request.url ?? '/', 'http://x').pathname]
    if (route) route(answer, request)
    else answer.writeHead(404).end()
  })
  process.send?.(await Promise.all(listeners.map(listen)))
}

async function serveHealthyPage(): Promise<void> {
  const delayMs = 50
  const port = await listen((request, answer) => {
    setTimeout(() => {
      if (request.url === '/') {
        answer.writeHead(200, { 'content-type': 'text/html' })
        answer.end(
          `<!doctype html><title>Shop</title><link rel="stylesheet" href="/style.css"><h1>Shop</h1>${'<p>Some text.</p>'.repeat(100)}<script src="/app.js"></script>`,
        )
      } else {
        answer.writeHead(200, { 'content-type': request.url === '/app.js' ? 'text/javascript' : 'text/css' })
        answer.end(request.url === '/app.js' ? 'document.body.append("Hello")' : 'h1 { color: navy }')
      }
    }, delayMs)
  })
  process.send?.([port])
}

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

if (process.argv[2] === 'attacker') await serveHostilePages()
else if (process.argv[2] === 'neighbour') await serveHealthyPage()
else await run()
