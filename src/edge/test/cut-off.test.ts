import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { OptimizerState } from '../../contract/states.ts'
import { connectDatabase, type Database, edgeProcesses, reportOf } from '../../service/database/index.ts'
import { resolverFor } from '../../shared/guard/index.ts'
import { onPostgres } from '../../service/test/database-server.ts'
import { emptyDatabase } from '../../service/test/service.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { type Edge, databaseTimeouts, startEdge } from '../index.ts'
import { insertAccount, insertPurge, insertSite, testOrigin, visit } from './edge.ts'
import { cuts, startRelay } from './relay.ts'

/** How long each cut lasts at least; with 0, until the node has noticed. `CUT_SECONDS=60` tries the product's own times. */
const cutMs = Number(process.env['CUT_SECONDS'] ?? 0) * 1000
/** Short, so that the test is, too. A machine on which a statement takes longer tries again. */
const shortly = { timeouts: { connect: 1000, query: 1000, connections: 3 }, followMs: 50, reportMs: 100 }
const { timeouts, ...intervals } = cutMs > 0 ? { timeouts: databaseTimeouts } : shortly

async function startNode(database: Database, location: string): Promise<Edge> {
  const edge = await startEdge({
    database,
    guard: { resolver: resolverFor([]), allowPrivateTargets: true },
    log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    host: '127.0.0.1',
    port: 0,
    addresses: [],
    location,
    cacheBytes: 64 * 2 ** 20,
    waitMs: 90_000,
    ...intervals,
  })
  onTestFinished(() => edge.stop())
  return edge
}

/** Two nodes on one database, one of them over a way that can break, and an origin whose answers have a version. */
async function twoNodes() {
  let version = 1
  const database = await emptyDatabase({ readerThreads: true })
  const url = new URL(database.readerUrl ?? '')
  const relay = await startRelay(Number(url.port))
  onTestFinished(() => relay.stop())
  url.port = String(relay.port)
  const cutOff = await connectDatabase(url.href, { isMeasured: false, timeouts })
  onTestFinished(() => cutOff.close())
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600' }).end(`version ${version}`)
  })
  const account = await insertAccount(database)
  const shop = await insertSite(database, account, { port: origin.port })
  const blog = await insertSite(database, account, { port: origin.port, hostname: 'blog.example' })
  const near = await startNode(database, 'near')
  const far = await startNode(cutOff, 'far')
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  return {
    relay,
    near,
    far,
    /** From now on, the origin answers otherwise. */
    renew: () => `version ${++version}`,
    read: async (edge: Edge, path: string) => (await visit(edge.port, agent, path)).text,
    readBlog: (edge: Edge) => visit(edge.port, agent, '/', { host: 'blog.example' }),
    order: (items: string | null) => insertPurge(database, shop.id, items),
    setState: (state: OptimizerState) =>
      database.db.updateTable('sites').set({ state }).where('id', '=', blog.id).execute(),
    /** When a node last caught up, as it reported. */
    caughtUpAt: async (location: string) => {
      const process = (await edgeProcesses(database)).find((one) => one.location === location)
      return (process && reportOf(process)?.caught_up_at) ?? 0
    },
  }
}

const purges = [null, JSON.stringify([{ condition: '/a' }, { condition: '/b?x' }]), 'can’t be read'] as const
/** What becomes of the other site meanwhile. */
const changes = [['maintenance'], ['bypass', 'active'], ['off'], []] as const

/** Twenty cuts of different kinds, each with other orders and changes. */
const rounds = Array.from({ length: 20 }, (_, i) => ({
  cut: cuts[i % cuts.length] ?? 'stalled',
  purge: purges[i % purges.length] ?? null,
  states: changes[i % changes.length] ?? [],
  /** Some cuts are over before the node has noticed. */
  isNoticed: i % 5 !== 4,
}))

onPostgres(
  'a node that was cut off serves nothing that was purged meanwhile',
  { timeout: 300_000 + 60 * cutMs },
  async () => {
    const { relay, near, far, renew, read, readBlog, order, setState, caughtUpAt } = await twoNodes()
    for (const { cut, purge, states, isNoticed } of rounds) {
      await setState('active')
      await waitFor(async () => expect((await readBlog(far)).status).toBe(200))
      const before = new Map<string, string>()
      for (const path of ['/a', '/b?x', '/kept']) before.set(path, await read(far, path))
      for (const path of ['/a', '/b?x', '/kept']) await read(near, path)
      const blogBefore = (await readBlog(far)).text
      const current = renew()

      relay.cut(cut)
      await order(purge)
      for (const state of states) await setState(state)
      if (isNoticed) {
        await waitFor(() => expect(far.report().problems.some(({ until }) => until === null)).toBe(true), 10)
        // its visitors notice nothing, and those of the other node see what is new
        if (cut !== 'deaf') {
          // a deaf server may still answer what was asked before, and so tell the order
          expect(await read(far, '/a')).toBe(before.get('/a'))
          expect((await readBlog(far)).text).toBe(blogBefore)
        }
        await waitFor(async () => expect(await read(near, '/a')).toBe(current), 10)
      }
      for (const end = Date.now() + cutMs; Date.now() < end; await setTimeout(1000)) await order(purge)
      const mendedAt = Date.now()
      relay.restore()
      await waitFor(async () => expect(await caughtUpAt('far')).toBeGreaterThanOrEqual(mendedAt), 5)

      const what = `${cut}, ${purge}, ${states.join()}`
      expect([await read(far, '/a'), await read(far, '/b?x')], what).toEqual([current, current])
      // a purge is no flush, but one that can't be read is taken for one
      expect(await read(far, '/kept'), what).toBe(purge?.startsWith('[') ? before.get('/kept') : current)
      const blog = await readBlog(far)
      if (states[0] === 'maintenance') expect(blog.status, what).toBe(503)
      else if (states[0] === 'off') expect(blog.status, what).toBe(421)
      else if (states[0] === 'bypass' && isNoticed) expect(blog.text, what).toBe(current)
      else expect([blogBefore, current], what).toContain(blog.text)
    }
  },
)
