import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'undici'
import { printTable, type Row } from '../measure.ts'
import type { Server } from './compare.ts'
import type { LoadProcess } from './load-process.ts'
import { memoryOf, resetPeak } from './process-tree.ts'
import { hostOf } from './sites.ts'

interface Subject {
  readonly service: { readonly url: string }
  readonly standalone: Server
  readonly embedded: Server
  readonly load: LoadProcess
  readonly origin: { readonly port: number }
  readonly account: { readonly key: string; readonly first: string }
  readonly sites: number
}

/** MB, and ms. */
const maxMemory = 150
const maxGrowth = 64
const maxStateChange = 2000
const maxPurge = 5000
/** Even, so that the site is open in the end. */
const repetitions = 6

/** Memory with many sites, how soon changes are seen, and a large download. */
export async function measureStandalone(subject: Subject): Promise<boolean> {
  const { standalone, embedded, load, origin, sites } = subject
  const rows: Row[] = []

  const started = memoryOf(standalone.pid).now
  await load.send({
    port: standalone.port,
    requests: 20_000,
    connections: 16,
    host: hostOf('*', origin.port).replace('*', '42'),
    path: '/hit',
    status: 200,
  })
  await load.send({
    port: standalone.port,
    requests: 1000,
    connections: 16,
    host: hostOf('*', origin.port),
    path: '/hit',
    status: 200,
  })
  rows.push(
    limited('memory of an edge of its own, started', started, maxMemory, 'MB'),
    limited('after 20,000 hits, and visits to 1,000 sites', memoryOf(standalone.pid).now, maxMemory, 'MB'),
  )

  for (const server of [embedded, standalone]) {
    const changes = await times(subject, server, 'state')
    const purges = await times(subject, server, 'purge')
    rows.push(
      limited(`change of state seen by the ${server.name}, the longest`, Math.max(...changes), maxStateChange, 'ms'),
      limited(`purge seen by the ${server.name}, the longest`, Math.max(...purges), maxPurge, 'ms'),
    )
  }

  const small = await downloadPeak(subject, 256)
  const large = await downloadPeak(subject, 1024)
  rows.push(
    { what: 'most memory during a download of 256 MB', median: `${Math.round(small)} MB`, limit: '', ok: true },
    limited('memory that one of 1 GB adds to that', Math.max(0, large - small), maxGrowth, 'MB'),
  )
  return printTable(`The edge with ${sites.toLocaleString('en')} sites, SQLite`, rows, ['', ''])
}

/** The most memory that an edge of its own has during a download of so many megabytes, in MB. */
async function downloadPeak({ standalone, load, origin }: Subject, megabytes: number): Promise<number> {
  resetPeak(standalone.pid)
  const path = `/download/${megabytes}`
  const { port } = standalone
  const { bytes } = await load.send({
    port,
    requests: 1,
    connections: 1,
    host: hostOf(0, origin.port),
    path,
    status: 200,
  })
  if (bytes < megabytes * 2 ** 20) throw new Error(`The download ended after ${bytes} bytes.`)
  return memoryOf(standalone.pid).peak
}

function limited(what: string, value: number, limit: number, unit: string): Row {
  return { what, median: `${Math.round(value)} ${unit}`, limit: `${limit} ${unit}`, ok: value <= limit }
}

/** How long a server takes to act on a change that the API has accepted, in ms. */
async function times(subject: Subject, server: Server, change: 'state' | 'purge'): Promise<number[]> {
  const { account, origin, service } = subject
  // every server has a path of its own, so that none sees another one's purge late
  const path = `/seen-by-${server.port}`
  const visit = async () => {
    const headers = { host: hostOf(0, origin.port) }
    const answer = await request(`http://127.0.0.1:${server.port}${path}`, { headers })
    await answer.body.dump()
    return change === 'state' ? String(answer.statusCode) : String(answer.headers['x-version'])
  }
  const until = async (isDone: (seen: string) => boolean) => {
    const startedAt = performance.now()
    while (!isDone(await visit())) {
      if (performance.now() - startedAt > 30_000) throw new Error(`The ${server.name} doesn't see a change.`)
      await wait(10)
    }
  }
  const ask = async (method: 'POST' | 'PUT', operation: string, body?: object) => {
    const answer = await request(`${service.url}/api${operation}`, {
      method,
      headers: { 'SERVICE-API-KEY': account.key, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${operation} was answered with ${answer.statusCode}: ${text}`)
  }
  const found: number[] = []
  for (let i = 0; i < repetitions; i++) {
    const isOpen = i % 2 === 0
    if (change === 'state') await until((status) => status === (isOpen ? '200' : '503'))
    const before = await visit()
    // changes come at any moment of the interval at which an edge looks for them
    await wait(Math.random() * 1000)
    const startedAt = performance.now()
    if (change === 'purge') await ask('POST', `/sites/${account.first}/purge_cache`, [{ condition: path }])
    else await ask('PUT', `/optimizers/${account.first}/${isOpen ? 'maintenance' : 'resume'}`)
    await until((seen) => seen !== before)
    found.push(performance.now() - startedAt)
  }
  return found
}
