import { printTable, type Row } from '../measure.ts'
import type { Load } from './load.ts'
import type { LoadProcess } from './load-process.ts'
import { cpuTime } from './process-tree.ts'
import { hostOf } from './sites.ts'

export interface Server {
  readonly name: string
  readonly pid: number
  readonly port: number
  /** For https. */
  readonly securePort: number
  /** Whether nginx is in front of it. */
  readonly isBehindNginx?: boolean
}

/** EDGE_BENCH_REQUESTS makes a quick run. */
const requests = Number(process.env['EDGE_BENCH_REQUESTS'] ?? 5000)
const rounds = 6
const countOf = ({ share = 1 }: Kind) => Math.ceil(requests * share)

interface Kind {
  readonly name: string
  readonly load: Pick<Load, 'path' | 'status' | 'lines' | 'secure'>
  /** How many times nginx's CPU time an edge may use. */
  readonly limit?: number
  /** How many of the usual number of requests are enough. */
  readonly share?: number
  /** The same for one that has nginx in front. */
  readonly limitBehindNginx?: number
}

const kinds: readonly Kind[] = [
  { name: 'hit of 1 KB', load: { path: '/hit', status: 200 }, limit: 2.2, limitBehindNginx: 1.6 },
  { name: 'miss of 1 KB', load: { path: '/miss?*', status: 200 }, limit: 2.5, limitBehindNginx: 2 },
  // no limit is set for these: they show what a body adds
  { name: '304', load: { path: '/hit', status: 304, lines: ['If-None-Match: "bench"'] } },
  {
    name: 'hit over https, HTTP/1.1',
    load: { path: '/hit', status: 200, secure: 'http1' },
    limit: 2.5,
    limitBehindNginx: 1.6,
  },
  {
    name: 'hit over https, HTTP/2',
    load: { path: '/hit', status: 200, secure: 'http2' },
    limit: 3.5,
    limitBehindNginx: 1.6,
  },
  { name: 'handshake', load: { path: '', status: 0, secure: 'handshake' }, share: 0.05 },
]

/** Compares the CPU time of whole process trees, nginx's being the first. Servers and kinds take turns in random order. */
export async function compareWithNginx(
  servers: readonly Server[],
  load: LoadProcess,
  originPort: number,
): Promise<boolean> {
  const used = new Map<string, number>()
  let number = 0
  const send = async (server: Server, kind: Kind) => {
    const port = kind.load.secure ? server.securePort : server.port
    await load.send({
      ...kind.load,
      port,
      requests: countOf(kind),
      connections: 16,
      host: hostOf(0, originPort),
      first: number,
    })
    number += requests
  }
  // code is compiled, and what will be hit is stored
  for (const server of servers) for (const kind of kinds) await send(server, kind)
  for (let round = 0; round < rounds; round++) {
    const turns = servers.flatMap((server) => kinds.map((kind) => ({ server, kind })))
    for (const { server, kind } of shuffled(turns)) {
      const before = cpuTime(server.pid)
      await send(server, kind)
      const key = `${server.name} ${kind.name}`
      used.set(key, (used.get(key) ?? 0) + cpuTime(server.pid) - before)
    }
  }

  const rows = kinds.flatMap((kind) => {
    const perRequest = ({ name }: Server) => ((used.get(`${name} ${kind.name}`) ?? 0) * 1000) / (rounds * countOf(kind))
    const [reference = 0] = servers.map(perRequest)
    return servers.map((server, i): Row => {
      const times = perRequest(server) / reference
      const limit = server.isBehindNginx ? kind.limitBehindNginx : kind.limit
      return {
        what: `${kind.name}, ${server.name}`,
        median: `${perRequest(server).toFixed(1)} µs`,
        p99: i === 0 ? '' : times.toFixed(2),
        limit: i === 0 || limit === undefined ? '' : `${limit} times nginx`,
        ok: i === 0 || limit === undefined || times <= limit,
      }
    })
  })
  const total = (rounds * requests).toLocaleString('en')
  return printTable(`CPU time of ${total} requests over 16 connections`, rows, ['a request', 'to nginx'])
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
