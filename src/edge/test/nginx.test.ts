import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../service/database/index.ts'
import { findNginx } from '../nginx/program.ts'
import { freePort } from '../../service/test/free-port.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { trafficTotals, insertAccount, insertPurge, insertSite, testOrigin, visit, type VisitOptions } from './edge.ts'
import { get, raw } from './raw-connection.ts'
import { bareEnvironment } from '../../service/test/process.ts'

let dataDir = ''
let database: Database
const agent = new Agent()
const children: ChildProcess[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'edge-nginx-'))
  database = await openDatabase(join(dataDir, 'site-performance.db'))
})

afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL')
  try {
    process.kill(-nginxPid(), 'SIGKILL')
  } catch {
    // it has ended
  }
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Starts an edge with nginx on the test's data. */
async function start(port: number, env: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
  const program = join(import.meta.dirname, '../../service/bin/edge.ts')
  const child = spawn(process.execPath, [program, '--location', 'here', '--nginx'], {
    env: {
      ...bareEnvironment,
      DATA_DIR: dataDir,
      EDGE_PORT: String(port),
      EDGE_WORKERS: '1',
      LOG_LEVEL: 'silent',
      ALLOW_PRIVATE_TARGETS: 'on',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const text of child.stdout.setEncoding('utf8')) if (String(text).includes('serves visitors')) return child
  throw new Error(`The edge ended with ${child.exitCode}.`)
}

const nginxPid = () => Number(readFileSync(join(dataDir, 'edge-nginx/nginx.pid'), 'utf8'))

/** A site whose origin answers so, and an edge. */
async function edgeFor(answer: RequestListener) {
  const origin = await testOrigin(answer)
  const site = await insertSite(database, await insertAccount(database), { port: origin.port })
  const port = await freePort()
  const node = await start(port)
  const order = (items: readonly object[] | null) => insertPurge(database, site.id, items)
  const counted = async () => (await trafficTotals(database)).service_requests
  const read = (path: string, options?: VisitOptions) => visit(port, agent, path, options)
  return { origin, site, port, node, order, counted, read }
}

/** The addresses that nginx has on its disk. */
function keptByNginx(): string[] {
  const folder = join(dataDir, 'edge-cache')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const keys = files.map(
    (file) => /^KEY: .* (\S+)$/m.exec(readFileSync(join(file.parentPath, file.name), 'latin1'))?.[1],
  )
  return keys.flatMap((path) => path ?? []).toSorted()
}

const isHit = /^site-performance; hit; ttl=\d+$/

/** Counts its answers. What it sends may be kept by nginx when it's first sent, but for pages. */
function versioned(cacheControl: string): RequestListener {
  let version = 0
  return (_, response) => {
    const body = `version ${++version}`
    response.writeHead(200, { 'Cache-Control': cacheControl, 'Content-Length': body.length }).end(body)
  }
}

test('a killed Node part: nginx goes on with what it has, and the next start takes it over', async () => {
  const { node, port, read, order, counted } = await edgeFor((_, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600', 'Content-Length': 1 }).end('x')
  })
  const long = { headers: { 'Accept-Encoding': 'gzip' } }
  for (let i = 0; i < 2; i++) expect((await read('/', long)).status).toBe(200)
  const pid = nginxPid()
  await end(node, 'SIGKILL')

  const hit = await read('/', long)
  expect([hit.status, hit.text]).toEqual([200, 'x'])
  expect(hit.headers['cache-status']).toMatch(isHit)
  const missing = await read('/missing')
  expect([missing.status, missing.headers['cache-control'], missing.headers['server']]).toEqual([
    502,
    'no-store',
    undefined,
  ])
  expect(missing.text).toContain('The site can’t be reached')
  expect((await read('/', { method: 'POST', body: 'x' })).status).toBe(502)
  const before = await counted()
  for (let i = 0; i < 20; i++) await read('/', long)
  await order(null)

  await start(port)
  expect(nginxPid()).toBe(pid)
  // nothing from before the start is used
  expect((await read('/', long)).headers['cache-status']).toBe('site-performance; fwd=uri-miss; stored')
  await waitFor(async () => expect(await counted()).toBeGreaterThanOrEqual(before + 20))
})

test('without its Node part, nginx uses what is no longer fresh only where that is allowed', async () => {
  const { node, read } = await edgeFor((request, response) => {
    const kept = request.url === '/allowed' ? 'max-age=2' : 's-maxage=2'
    response.writeHead(200, { 'Cache-Control': kept, 'Content-Length': 1 }).end('x')
  })
  // on a slow machine an answer may be too old to be kept when it comes
  await waitFor(async () => {
    for (const path of ['/allowed', '/forbidden']) await read(path)
    expect(keptByNginx()).toEqual(['/allowed', '/forbidden'])
  })
  await end(node, 'SIGKILL')
  await waitFor(async () => {
    const { status, text, headers } = await read('/allowed')
    expect([status, text]).toEqual([200, 'x'])
    expect(headers['cache-status']).toMatch(/^site-performance; hit; ttl=-\d+; detail="node away"$/)
  })
  await waitFor(async () => {
    const { status, text, headers } = await read('/forbidden')
    expect([status, headers['age']]).toEqual([502, undefined])
    expect(text).toContain('The site can’t be reached')
  })
})

test('a killed nginx is started again, and nothing purged comes back', async () => {
  const { read, order } = await edgeFor(versioned('max-age=600'))
  for (let i = 0; i < 3; i++) expect((await read('/a')).text).toBe('version 1')
  await order([{ condition: '/a' }])
  await waitFor(async () => expect((await read('/a')).text).toBe('version 2'))
  const pid = nginxPid()
  process.kill(pid, 'SIGKILL')
  await waitFor(async () => expect((await read('/a')).text).toBe('version 2'))
  await waitFor(() => expect(nginxPid()).not.toBe(pid))
  expect((await read('/a')).text).toBe('version 2')
})

test('a stop lets requests end and loses nothing that was counted', async () => {
  let release = () => undefined as unknown
  const { node, port, counted } = await edgeFor((_, response) => {
    response.writeHead(200, { 'Cache-Control': 'no-store', 'Content-Length': 2 }).write('a')
    release = () => response.end('b')
  })
  const host = 'www.site.example'
  const connection = await raw(port)
  connection.write(get('/', host, 'Connection: close'))
  await connection.until('a')
  const pid = nginxPid()
  const ended = once(node, 'exit')
  node.kill('SIGTERM')
  const comes = async () => (await raw(port)).socket.destroy()
  await waitFor(() => expect(comes()).rejects.toThrow())
  // npm passes on a signal that the whole process group has had
  node.kill('SIGTERM')
  release()
  expect(await connection.until('ab')).toContain('200')
  await ended
  expect(node.exitCode).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow()
  expect(await counted()).toBe(1)
})

test('where the program or its module is missing, the start says what to install', () => {
  const folder = join(dataDir, 'bin')
  mkdirSync(folder)
  const advice = 'Install it with your package manager (Debian: apt-get install nginx libnginx-mod-http-lua).'
  expect(() => findNginx([folder], [folder])).toThrow(`nginx isn't installed. ${advice}`)
  writeFileSync(join(folder, 'nginx'), '')
  expect(() => findNginx([folder], [folder])).toThrow(`nginx has no Lua module. ${advice}`)
})
