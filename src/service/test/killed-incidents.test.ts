import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../database/index.ts'
import { databaseServer } from './database-server.ts'
import { printedBy } from './process.ts'
import { emptyDatabase } from './service.ts'
import { waitFor } from './wait-for.ts'

const monitors = 5
const kills = 6
const hour = 3_600_000

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A page that is down, a receiver of webhooks, and a service that can be killed between them. */
async function killable() {
  const dataDir = mkdtempSync(join(tmpdir(), 'killed-'))
  const database = await databaseIn(dataDir)
  let asked = 0
  const target = await listen((_, reply) => {
    asked++
    reply.writeHead(503).end()
  })
  const received: string[] = []
  const receiver = await listen((request, reply) => {
    request.resume().once('end', () => {
      received.push(String(request.headers['webhook-id']))
      reply.writeHead(204).end()
    })
  })
  let child: ChildProcess | undefined
  const kill = async () => {
    if (!child || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(async () => {
    await kill()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const run = async () => {
    const started = spawn(process.execPath, [join(import.meta.dirname, '..', 'bin', 'main.ts')], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: database.kind === 'postgres' ? (database.readerUrl ?? '') : '',
        PORT: '0',
        EDGE_PORT: '0',
        LOG_LEVEL: 'silent',
        ALLOW_PRIVATE_TARGETS: 'on',
        CHROMIUM_PATH: '/nonexistent',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
    return printedBy(started)
  }
  return { db: database.db, asked: () => asked, kill, received, receiver, run, target }
}

/** A database for the service and the test. */
async function databaseIn(dataDir: string): Promise<Database> {
  if (databaseServer) return emptyDatabase({ readerThreads: true })
  const database = await openDatabase(join(dataDir, 'site-performance.db'))
  onTestFinished(() => database.close())
  return database
}

test(
  `an incident that begins while the service is killed, ${kills} times, is one and is reported once`,
  { timeout: 600_000 },
  async () => {
    const { db, asked, kill, received, receiver, run, target } = await killable()
    const { url, signIn: [partner = '', key = ''] = [] } = await run()
    const post = async (path: string, apiKey: string, body: object) => {
      const headers = { 'SERVICE-API-KEY': apiKey, 'Content-Type': 'application/json' }
      const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(reply.ok, path).toBe(true)
      return (await reply.json()) as Record<string, string>
    }
    const account = await post(`/partners/${partner}/accounts`, key, {
      email: 'a@example.com',
      site: target,
      down_alerts: false,
    })
    const holder = account['api_key'] ?? ''
    // its key page would be measured too
    await db.deleteFrom('monitors').execute()
    await post('/alert_rules', holder, { name: 'All', channel: 'webhook', url: receiver })
    for (let i = 0; i < monitors; i++)
      await post('/monitors', holder, {
        name: `m${i}`,
        type: 'HTTP',
        status: 'SUSPENDED',
        constants: { url: `${target}/m${i}` },
        timing: { interval: 60 },
      })

    const beginRound = () => db.updateTable('monitors').set({ status: 'RUNNING', next_due_at: Date.now() }).execute()
    /** Lets another process take over at once what the killed one held. */
    const endLeases = async () => {
      await db.deleteFrom('leases').execute()
      await db.updateTable('checks').set({ lease_until: 0 }).where('lease_by', 'is not', null).execute()
    }
    const changes = () => db.selectFrom('incident_changes').select('id').execute()
    for (let i = 0; i < kills; i++) {
      const isUntold = (await changes()).length > 0
      if (i > 0) await run()
      if (isUntold)
        // the alert is being made, or being sent
        await waitFor(async () => expect(await changes()).toEqual([]), 1)
      else {
        const before = asked()
        await beginRound()
        const several = 1 + Math.floor(Math.random() * monitors)
        // samples are being stored
        await waitFor(() => expect(asked()).toBeGreaterThanOrEqual(before + several), 1)
      }
      await wait(Math.random() * 40)
      await kill()
      await endLeases()
    }

    await run()
    for (let i = 0; i < 2; i++) {
      const before = await db.selectFrom('samples').select('id').execute()
      await beginRound()
      await waitFor(async () => {
        expect((await db.selectFrom('samples').select('id').execute()).length).toBeGreaterThanOrEqual(
          before.length + monitors,
        )
        expect(await db.selectFrom('checks').select('id').execute()).toEqual([])
      })
    }
    const incidents = await db.selectFrom('incidents').selectAll().execute()
    expect(incidents).toMatchObject([{ kind: 'down', cause: 'HTTP 503', ended_at: null, partly: 0 }])
    const places = await db.selectFrom('incident_places').selectAll().orderBy('monitor_id').execute()
    const samples = await db.selectFrom('samples').selectAll().orderBy('taken_at').execute()
    const byMonitor = [...Map.groupBy(samples, ({ monitor_id }) => monitor_id)].toSorted(([a], [b]) => (a < b ? -1 : 1))
    expect(byMonitor).toHaveLength(monitors)
    expect(places).toMatchObject(
      byMonitor.map(([monitor_id, taken]) => ({
        incident_id: incidents[0]?.id,
        monitor_id,
        since: taken[0]?.taken_at,
        until: null,
        samples: taken.length,
      })),
    )
    const available = await db
      .selectFrom('availability')
      .select((eb) => [eb.fn.sum('samples').as('samples'), eb.fn.sum('clean_samples').as('clean')])
      .select((eb) => [eb.fn.sum('rounds').as('rounds'), eb.fn.sum('failed_rounds').as('failed')])
      .executeTakeFirstOrThrow()
    expect(Object.values(available).map(Number)).toEqual([samples.length, 0, samples.length, samples.length])

    await waitFor(async () => {
      expect(await changes()).toEqual([])
      const [alert, ...others] = await db.selectFrom('alerts').select(['id', 'state', 'next_at']).execute()
      expect(others).toEqual([])
      // killed between taking it and sending it: nobody knows, and it's sent again after an hour
      if (alert?.state === 'sending' && received.length === 0 && alert.next_at > Date.now() + hour / 2)
        await db
          .updateTable('alerts')
          .set((eb) => ({ next_at: eb('next_at', '-', hour) }))
          .execute()
      expect(received).toEqual([alert?.id])
    })
  },
)
