import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../database/index.ts'

const main = join(import.meta.dirname, '..', 'bin', 'main.ts')

let dataDir: string
let database: Database
const cleanups: (() => unknown)[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'process-'))
  database = await openDatabase(join(dataDir, 'site-performance.db'))
})
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
  await database.close()
  rmSync(dataDir, { recursive: true })
})

/** The service as it is started in earnest, on a data folder of its own. */
class Process {
  readonly #child: ChildProcess
  readonly exited: Promise<number | null>
  #stdout = ''

  constructor(port: number) {
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port), EDGE_PORT: '0', LOG_LEVEL: 'error' }
    const more = { ALLOW_PRIVATE_TARGETS: 'on', PUBLIC_SITE_CREATION: 'on' }
    this.#child = spawn(process.execPath, [main], { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'inherit'] })
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()))
    this.exited = once(this.#child, 'exit').then(([code]) => code as number | null)
    cleanups.push(() => this.#child.kill('SIGKILL') && this.exited)
  }

  async ready(): Promise<this> {
    await vi.waitFor(() => expect(this.#stdout).toContain('listens on'), { timeout: 15_000 })
    return this
  }

  /** Of the sign-in that the first start prints. */
  get signIn(): { id: string; key: string } {
    const [, id = '', key = ''] = /sign-in: partner (\S+) (\S+)/.exec(this.#stdout) ?? []
    return { id, key }
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }
}

async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Answers each request after so many ms, and counts by path what came and what was answered. */
async function slowOrigin(ms: number) {
  const came: string[] = []
  const answered: string[] = []
  const origin: Server = createServer((request, response: ServerResponse) => {
    const path = request.url ?? ''
    came.push(path)
    setTimeout(() => {
      if (!response.writable) return
      answered.push(path)
      response.end('here')
    }, ms)
  }).listen(0, '127.0.0.1')
  await once(origin, 'listening')
  cleanups.push(() => {
    origin.closeAllConnections()
    return origin.close()
  })
  return { came, answered, url: `http://127.0.0.1:${(origin.address() as AddressInfo).port}` }
}

function api(port: number, key: string) {
  return async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { 'SERVICE-API-KEY': key, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
}

/** An account made over the wire. Its key page is deleted, so that only what a test makes is measured. */
async function accountOf(port: number, partner: { id: string; key: string }, origin: string): Promise<string> {
  const asPartner = api(port, partner.key)
  const { body } = await asPartner('POST', `/partners/${partner.id}/accounts`, { email: 'a@example.com', site: origin })
  const key = String(body['api_key'])
  await database.db.deleteFrom('monitors').execute()
  return key
}

const monitor = (name: string, origin: string) => ({
  name,
  type: 'HTTP',
  constants: { url: `${origin}/${name}` },
  timing: { interval: 60 },
})

const samples = () => database.db.selectFrom('samples').select(['monitor_id', 'taken_at', 'sample_type']).execute()

test(
  'killed in the middle of a round and started again, it measures each due check, and keeps one sample of each',
  { timeout: 90_000 },
  async () => {
    const origin = await slowOrigin(600)
    const port = await freePort()
    const first = await new Process(port).ready()
    const call = api(port, await accountOf(port, first.signIn, origin.url))
    const ids: string[] = []
    for (let i = 0; i < 40; i++) {
      const made = await call('POST', '/monitors', { ...monitor(`m${i}`, origin.url), status: 'SUSPENDED' })
      expect(made.status).toBe(201)
      ids.push(String(made.body['id']))
    }
    // all are due at once: more than are measured at a time
    await database.db.updateTable('monitors').set({ status: 'RUNNING', next_due_at: Date.now() }).execute()

    // some are stored, some are being measured, some wait
    await vi.waitFor(async () => expect((await samples()).length).toBeGreaterThan(5), { timeout: 20_000, interval: 10 })
    first.signal('SIGKILL')
    await first.exited
    const stored = await samples()
    const open = await database.db.selectFrom('checks').select(['monitor_id', 'lease_by']).execute()
    const cutOff = open.filter(({ lease_by }) => lease_by !== null)
    expect(cutOff.length, 'checks cut off').toBeGreaterThan(0)
    expect(open.length - cutOff.length, 'checks waiting').toBeGreaterThan(0)
    expect(stored.length + open.length, 'none lost').toBe(40)

    // the dead process's leases last half a minute; here almost all of it passes at once
    await database.db
      .updateTable('checks')
      .set((eb) => ({ lease_until: eb('lease_until', '-', 25_000) }))
      .execute()
    const second = await new Process(port).ready()
    await vi.waitFor(async () => expect(await database.db.selectFrom('checks').select('id').execute()).toEqual([]), {
      timeout: 60_000,
      interval: 200,
    })
    // nothing more comes of that round
    await wait(1500)
    const after = await samples()
    expect(after.map(({ monitor_id }) => monitor_id).toSorted()).toEqual(ids.toSorted())
    expect(after.every(({ sample_type }) => sample_type === 0)).toBe(true)
    // what had been stored was left alone, and what was cut off was asked for once more, nothing else
    expect(after).toEqual(expect.arrayContaining(stored))
    const asked = new Map<string, number>()
    for (const path of origin.came) asked.set(path, (asked.get(path) ?? 0) + 1)
    for (const [i, id] of ids.entries()) {
      const times = cutOff.some(({ monitor_id }) => monitor_id === id) ? [1, 2] : [1]
      expect(times, `m${i}`).toContain(asked.get(`/m${i}`))
    }
    second.signal('SIGTERM')
    expect(await second.exited).toBe(0)
  },
)

test(
  'told to stop, it ends what is in flight, a request and a check alike, and exits with 0',
  { timeout: 60_000 },
  async () => {
    const origin = await slowOrigin(1500)
    // takes connections and says nothing: the look whether the host answers https lasts its 2 seconds
    const silent = createSocketServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    cleanups.push(() => silent.close())
    const silentPort = (silent.address() as AddressInfo).port

    const port = await freePort()
    const service = await new Process(port).ready()
    const call = api(port, await accountOf(port, service.signIn, origin.url))
    const began = origin.came.length
    const made = await call('POST', '/monitors', monitor('in-flight', origin.url))
    await vi.waitFor(() => expect(origin.came.length).toBeGreaterThan(began), { timeout: 10_000, interval: 10 })
    const connected = once(silent, 'connection')
    const request = call('POST', '/sites', { host: `127.0.0.1:${silentPort}` })
    await connected

    const { answered } = origin
    expect(answered).not.toContain('/in-flight')
    service.signal('SIGTERM')
    expect(await request).toMatchObject({ status: 201, body: { host: `127.0.0.1:${silentPort}` } })
    expect(await service.exited).toBe(0)
    expect(await samples()).toMatchObject([{ monitor_id: made.body['id'], sample_type: 0 }])
    expect(
      await database.db.selectFrom('checks').select('id').where('monitor_id', '=', String(made.body['id'])).execute(),
    ).toEqual([])
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  },
)
