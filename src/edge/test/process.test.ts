import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { lookIntoCache } from '../../contract/cache-lookup.ts'
import { usageRecord } from '../../contract/optimizer.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { testOrigin, visit } from './edge.ts'
import { bareEnvironment } from '../../service/test/process.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'edge-process-'))
})
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null && child.signalCode === null) await end(child)
  rmSync(dataDir, { recursive: true, force: true })
})

interface Running {
  readonly child: ChildProcess
  readonly url: string
  readonly edgePort: number
  readonly signIn: readonly string[]
}

/** Starts a program on the test's data, and reads its output until `ready` finds in it what it waits for. */
async function launch<T>(
  program: string,
  args: readonly string[],
  ready: (output: string) => T | undefined,
  env: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../service/bin', program), ...args], {
    env: {
      ...bareEnvironment,
      DATA_DIR: dataDir,
      PORT: '0',
      EDGE_PORT: '0',
      LOG_LEVEL: 'error',
      ALLOW_PRIVATE_TARGETS: 'on',
      CHROMIUM_PATH: '/nonexistent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += String(text)
    const found = ready(output)
    if (found !== undefined) return { child, ...found }
  }
  throw new Error(`The ${program} ended: ${output}`)
}

const start = (): Promise<Running> =>
  launch('main.ts', [], (output) => {
    const [, url] = /^Site Performance listens on (\S+)$/m.exec(output) ?? []
    const [, edgePort] = /^The edge serves visitors on \S+:(\d+)$/m.exec(output) ?? []
    const signIn = /^sign-in: partner (\S+) (\S+)$/m.exec(output)?.slice(1) ?? []
    return url === undefined ? undefined : { url, edgePort: Number(edgePort), signIn }
  })

const startEdge = (location: string, env?: Readonly<Record<string, string>>) =>
  launch(
    'edge.ts',
    ['--location', location],
    (output) => {
      const [, port] = /serves visitors on \S+:(\d+)$/m.exec(output) ?? []
      return port === undefined ? undefined : { port: Number(port) }
    },
    env,
  )

const callWith =
  (service: () => Running) =>
  async (method: string, path: string, key: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`${service().url}/api${path}`, {
      method,
      headers: { 'SERVICE-API-KEY': key, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    expect(reply.ok, `${method} ${path}: ${reply.status}`).toBe(true)
    return await reply.json()
  }

/** Creates an account whose site has this origin. */
async function accountOf({ signIn }: Running, ask: ReturnType<typeof callWith>, originPort: number) {
  const [partner = '', key = ''] = signIn
  const body = { email: 'shop@example.com', site: `http://shop.localhost:${originPort}/` }
  return z.parse(
    z.object({ site_id: z.string(), api_key: z.string(), preview_url: z.string() }),
    await ask('POST', `/partners/${partner}/accounts`, key, body),
  )
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

test('a crash loses no purge and at most the last seconds of traffic, a stop loses nothing', async () => {
  let version = 1
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600' }).end(`version ${version}`)
  })
  let service = await start()
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const ask = callWith(() => service)
  const { site_id: site, api_key: key, preview_url: previewUrl } = await accountOf(service, ask, origin.port)
  const preview = new URL(previewUrl)
  expect(Number(preview.port)).toBe(service.edgePort)
  let visits = 0
  const read = async (path: string) => {
    visits++
    return (await visit(service.edgePort, agent, path, { host: preview.hostname })).text
  }
  const counted = async () => {
    const usage = usageRecord.parse(await ask('GET', `/sites/${site}/optimizer`, key))
    return usage.metrics.traffic.Service.numOfReq
  }

  // a new site is served within two seconds
  await waitFor(async () => expect(await read('/a')).toBe('version 1'))
  expect(await ask('GET', '/ServiceIPs', key)).toEqual(['127.0.0.1'])
  for (let i = 0; i < 20; i++) expect(await read('/a')).toBe('version 1')
  await waitFor(async () => expect(await counted()).toBeGreaterThanOrEqual(20))
  const written = await counted()

  version = 2
  await ask('POST', `/sites/${site}/purge_cache`, key, [{ condition: '/a' }])
  const cutOff = Promise.allSettled(Array.from({ length: 100 }, () => read('/a')))
  await end(service.child)
  await cutOff

  service = await start()
  const afterCrash = await counted()
  expect(afterCrash).toBeGreaterThanOrEqual(written)
  visits = 0
  for (let i = 0; i < 20; i++) expect(await read('/a')).toBe('version 2')
  agent.destroy()
  await end(service.child, 'SIGTERM')
  expect(service.child.exitCode).toBe(0)

  service = await start()
  expect(await counted()).toBe(afterCrash + visits)
})

test('an edge of its own says what it has stored itself', async () => {
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600' }).end('x')
  })
  const service = await start()
  const edge = await startEdge('far')
  const ask = callWith(() => service)
  const account = await accountOf(service, ask, origin.port)
  const { hostname: host } = new URL(account.preview_url)
  const agent = new Agent()
  await waitFor(async () => expect((await visit(edge.port, agent, '/a', { host })).status).toBe(200))
  await waitFor(async () => {
    const path = `/sites/${account.site_id}/cache?url=${encodeURIComponent('/a')}`
    const { nodes } = z.parse(lookIntoCache.reply, await ask('GET', path, account.api_key))
    expect(Object.fromEntries(nodes.map(({ location, answer }) => [location, answer?.variants.length]))).toEqual({
      far: 1,
      local: 0,
    })
  })
  await end(edge.child, 'SIGTERM')
  expect(edge.child.exitCode).toBe(0)
})

test.runIf(process.platform === 'linux')(
  'an edge that had to compile its sources begins again, as the same process',
  async () => {
    const beginsAgain = async (env: Readonly<Record<string, string>>) => {
      const { child } = await startEdge('Frankfurt', env)
      const hasBegunAgain = readFileSync(`/proc/${child.pid}/environ`, 'utf8').includes('SITE_PERFORMANCE_COMPILED=')
      await end(child)
      return hasBegunAgain
    }
    const env = { NODE_COMPILE_CACHE: join(dataDir, 'compiled'), METRICS_PORT: '0' }
    expect(await beginsAgain(env)).toBe(true)
    expect(await beginsAgain(env)).toBe(false)
    expect(await beginsAgain({})).toBe(false)
  },
)
