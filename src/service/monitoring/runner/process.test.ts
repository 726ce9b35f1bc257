import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest'
import { type Database, openDatabase } from '../../database/index.ts'
import { waitFor } from '../../test/wait-for.ts'
import { freePort } from '../../test/free-port.ts'
import { bareEnvironment } from '../../test/process.ts'

const main = join(import.meta.dirname, '../../bin/main.ts')

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

/** The service in a process of its own, with its own data folder. */
class Process {
  readonly #child: ChildProcess
  readonly exited: Promise<number | null>
  #stdout = ''

  constructor(port: number) {
    const env = { ...bareEnvironment, DATA_DIR: dataDir, PORT: String(port), EDGE_PORT: '0', LOG_LEVEL: 'info' }
    // no page is measured
    const more = { ALLOW_PRIVATE_TARGETS: 'on', PUBLIC_SITE_CREATION: 'on', CHROMIUM_PATH: '/nonexistent' }
    this.#child = spawn(process.execPath, [main], { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()))
    const log: Buffer[] = []
    this.#child.stderr?.on('data', (chunk: Buffer) => log.push(chunk))
    onTestFailed(() => void process.stderr.write(Buffer.concat(log)))
    this.exited = once(this.#child, 'exit').then(([code]) => code as number | null)
    cleanups.push(() => this.#child.kill('SIGKILL') && this.exited)
  }

  async ready(): Promise<this> {
    await waitFor(() => expect(this.#stdout).toContain('listens on'))
    return this
  }

  /** The partner's id and key, which the first start prints. */
  get signIn(): { id: string; key: string } {
    const [, id = '', key = ''] = /sign-in: partner (\S+) (\S+)/.exec(this.#stdout) ?? []
    return { id, key }
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }
}

/** Answers requests, but holds those that `holds` picks until `release` is called. Records the path of each request and reply. */
async function holdingOrigin(holds: (path: string) => boolean) {
  const requested: string[] = []
  const answered: string[] = []
  const held: (() => void)[] = []
  let isReleased = false
  const origin: Server = createServer((request, response: ServerResponse) => {
    const path = request.url ?? ''
    requested.push(path)
    const answer = () => {
      answered.push(path)
      response.end('here')
    }
    if (!isReleased && holds(path)) held.push(answer)
    else answer()
  }).listen(0, '127.0.0.1')
  await once(origin, 'listening')
  cleanups.push(() => {
    origin.closeAllConnections()
    return origin.close()
  })
  return {
    requested,
    answered,
    release() {
      isReleased = true
      for (const answer of held.splice(0)) answer()
    },
    url: `http://127.0.0.1:${(origin.address() as AddressInfo).port}`,
  }
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

/** Creates an account and deletes its key page, so that only the test's own monitors are measured. @returns its key */
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

test('after being killed mid-round, the service runs every due check and keeps one sample of each', async () => {
  const answeredBeforeKill = 6
  let requests = 0
  const origin = await holdingOrigin((path) => /^\/m\d/.test(path) && ++requests > answeredBeforeKill)
  const port = await freePort()
  const first = await new Process(port).ready()
  const call = api(port, await accountOf(port, first.signIn, origin.url))
  const ids: string[] = []
  for (let i = 0; i < 40; i++) {
    const created = await call('POST', '/monitors', { ...monitor(`m${i}`, origin.url), status: 'SUSPENDED' })
    expect(created.status).toBe(200)
    ids.push(String(created.body['id']))
  }
  // all are due at once, which is more than the runner measures at a time
  await database.db.updateTable('monitors').set({ status: 'RUNNING', next_due_at: Date.now() }).execute()

  // some are stored, some are being measured, some wait
  await waitFor(async () => expect(await samples()).toHaveLength(answeredBeforeKill))
  await waitFor(() => expect(requests).toBeGreaterThan(answeredBeforeKill))
  first.signal('SIGKILL')
  await first.exited
  const stored = await samples()
  const open = await database.db.selectFrom('checks').select(['monitor_id', 'lease_by']).execute()
  const cutOff = open.filter(({ lease_by }) => lease_by !== null)
  expect(cutOff.length, 'checks cut off').toBeGreaterThan(0)
  expect(open.length - cutOff.length, 'checks waiting').toBeGreaterThan(0)
  expect(stored.length + open.length, 'none lost').toBe(40)
  origin.release()

  // the dead process's leases last half a minute, most of which is skipped
  await database.db
    .updateTable('checks')
    .set((eb) => ({ lease_until: eb('lease_until', '-', 25_000) }))
    .execute()
  const second = await new Process(port).ready()
  await waitFor(async () => expect(await database.db.selectFrom('checks').select('id').execute()).toEqual([]), 200)
  // leave time for what must not happen: another check of the same round
  await wait(1500)
  const after = await samples()
  expect(after.map(({ monitor_id }) => monitor_id).toSorted()).toEqual(ids.toSorted())
  expect(after.every(({ sample_type }) => sample_type === 0)).toBe(true)
  // stored samples are untouched, and only checks that were cut off were sent again
  expect(after).toEqual(expect.arrayContaining(stored))
  const counts = new Map<string, number>()
  for (const path of origin.requested) counts.set(path, (counts.get(path) ?? 0) + 1)
  for (const [i, id] of ids.entries()) {
    const times = cutOff.some(({ monitor_id }) => monitor_id === id) ? [1, 2] : [1]
    expect(times, `m${i}`).toContain(counts.get(`/m${i}`))
  }
  second.signal('SIGTERM')
  expect(await second.exited).toBe(0)
})

test('on SIGTERM, the service finishes requests and checks in progress and exits with 0', async () => {
  const origin = await holdingOrigin((path) => path === '/in-flight')
  // accepts connections and says nothing: finding out whether the host speaks https takes its full 2 seconds
  const silent = createSocketServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  cleanups.push(() => silent.close())
  const silentPort = (silent.address() as AddressInfo).port

  const port = await freePort()
  const service = await new Process(port).ready()
  const call = api(port, await accountOf(port, service.signIn, origin.url))
  const created = await call('POST', '/monitors', monitor('in-flight', origin.url))
  await waitFor(() => expect(origin.requested).toContain('/in-flight'))
  const connected = once(silent, 'connection')
  const request = call('POST', '/sites', { host: `127.0.0.1:${silentPort}` })
  await connected

  service.signal('SIGTERM')
  await waitFor(() => expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow())
  expect(origin.answered).not.toContain('/in-flight')
  origin.release()
  expect(await request).toMatchObject({ status: 200, body: { host: `127.0.0.1:${silentPort}` } })
  expect(await service.exited).toBe(0)
  expect(await samples()).toMatchObject([{ monitor_id: created.body['id'], sample_type: 0 }])
  expect(
    await database.db.selectFrom('checks').select('id').where('monitor_id', '=', String(created.body['id'])).execute(),
  ).toEqual([])
})
