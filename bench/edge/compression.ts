import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { printTable, type Row, timesOf } from '../measure.ts'
import type { Server } from './compare.ts'
import type { LoadProcess } from './load-process.ts'
import { page, type startOrigin } from './origin.ts'
import { cpuTime, treeMemory } from './process-tree.ts'
import { hostOf } from './sites.ts'

type Origin = Awaited<ReturnType<typeof startOrigin>>

const codings = ['gzip', 'br'] as const
const requests = 200
const first = 50
/** Fewer than an edge compresses at a time. */
const held = 48
/** ms, and KB. */
const maxFirstByte = 5
const maxMemory = 1536

/** What it costs to compress a page that isn't stored, as it comes, beside nginx. */
export async function measureCompression(
  servers: readonly Server[],
  load: LoadProcess,
  origin: Origin,
): Promise<boolean> {
  const rows: Row[] = []
  for (const coding of codings) {
    let reference: number | undefined
    for (const server of servers) {
      // nginx may have no module for it
      if ((await encodingOf(server, origin, coding)) !== coding) continue
      const cpu = await cpuPerMegabyte(server, load, origin, coding)
      reference ??= cpu
      const delays: number[] = []
      for (let i = 0; i < first; i++) delays.push(await firstByte(server, origin, coding))
      const { median } = timesOf(delays)
      const isEdge = server !== servers[0]
      const what = `${coding}, ${server.name}`
      rows.push(
        {
          what: `CPU time a megabyte, ${what}`,
          median: `${cpu.toFixed(1)} ms`,
          p99: (cpu / reference).toFixed(2),
          limit: '',
          ok: true,
        },
        {
          what: `first byte after the server's, ${what}`,
          median: `${median.toFixed(1)} ms`,
          limit: isEdge ? `${maxFirstByte} ms` : '',
          ok: !isEdge || median <= maxFirstByte,
        },
      )
      // nginx holds back what an answer begins with
      if (!isEdge) continue
      const memory = await memoryPerConnection(server, origin, coding)
      rows.push({
        what: `memory a connection, ${what}`,
        median: `${Math.round(memory)} KB`,
        limit: `${maxMemory} KB`,
        ok: memory <= maxMemory,
      })
    }
  }
  const size = `${Math.round(page.length / 1024)} KB`
  return printTable(`Compression of a page of ${size} that isn't stored`, rows, ['', 'to nginx'])
}

async function ask({ port }: Server, origin: Origin, path: string, coding: string): Promise<IncomingMessage> {
  const headers = { Host: hostOf(0, origin.port), 'Accept-Encoding': coding }
  const [response] = (await once(get({ port, path, headers, agent: false }), 'response')) as [IncomingMessage]
  return response
}

async function encodingOf(server: Server, origin: Origin, coding: string): Promise<string | undefined> {
  const response = await ask(server, origin, '/page', coding)
  await once(response.resume(), 'end')
  return response.headers['content-encoding']
}

/** CPU time for a megabyte of the page, in ms. */
async function cpuPerMegabyte({ pid, port }: Server, load: LoadProcess, origin: Origin, accepted: string) {
  const run = { port, connections: 16, host: hostOf(0, origin.port), path: '/page', status: 200, accepted }
  await load.send({ ...run, requests: 50 })
  const before = cpuTime(pid)
  await load.send({ ...run, requests })
  return (cpuTime(pid) - before) / ((requests * page.length) / 2 ** 20)
}

/** How long after the origin has sent the first part a visitor can read it, in ms. */
async function firstByte(server: Server, origin: Origin, coding: (typeof codings)[number]): Promise<number> {
  const response = await ask(server, origin, '/paused', coding)
  const body = response.pipe(coding === 'br' ? createBrotliDecompress() : createGunzip())
  await once(body, 'data')
  const delay = performance.now() - origin.pausedAt()
  await once(body.resume(), 'end')
  return delay
}

/** What an answer that is on its way takes, in KB. */
async function memoryPerConnection(server: Server, origin: Origin, coding: string): Promise<number> {
  const before = treeMemory(server.pid)
  const open = await Promise.all(Array.from({ length: held }, () => ask(server, origin, '/held', coding)))
  for (const response of open) response.on('error', () => undefined).resume()
  await wait(1000)
  const used = treeMemory(server.pid) - before
  for (const response of open) response.destroy()
  return (used * 1024) / held
}
