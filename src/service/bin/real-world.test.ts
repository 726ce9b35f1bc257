import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Check } from '../checks/index.ts'
import { settingsFrom } from '../configuration/configuration.ts'
import { realWorld } from './real-world.ts'

afterEach(() => vi.unstubAllEnvs())

/** What starting with these settings warns of, with a browser installed or not. */
async function warningsWith(env: Record<string, string>, hasBrowser = true): Promise<readonly string[]> {
  vi.stubEnv('CHROMIUM_PATH', hasBrowser ? process.execPath : '/nowhere')
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
  const { probes } = realWorld(settingsFrom(env), log)
  await probes.close()
  return lines
}

test('the service warns of pages that are measured without a sandbox', async () => {
  expect(await warningsWith({ CHROMIUM_SANDBOX: 'off' })).toEqual([
    expect.stringMatching(/^CHROMIUM_SANDBOX is off: a measured page that breaks Chromium gets .+\. Turn it on, or /),
  ])
  expect(await warningsWith({})).toEqual([])
})

test('networks that the operator refuses are out of reach for checks, even where private targets are allowed', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  let reached = 0
  server.on('connection', (socket) => {
    reached++
    socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  const codeWith = async (env: Record<string, string>) => {
    vi.stubEnv('CHROMIUM_PATH', '/nowhere')
    const settings = settingsFrom({ ALLOW_PRIVATE_TARGETS: 'on', ...env })
    const { probes } = realWorld(settings, pino({ level: 'silent' }))
    const check: Check = {
      tenant: 'test',
      mayBePrivate: true,
      type: 'HTTP',
      url: `http://127.0.0.1:${port}/`,
      method: 'GET',
      headers: [],
      body: null,
      credentials: null,
      connectivity: null,
      browser: null,
      views: [],
      screenshots: false,
    }
    const [measured] = await probes.measure(check, new AbortController().signal)
    return measured?.issues.map(({ code }) => code)
  }
  expect(await codeWith({ REFUSED_NETWORKS: '127.0.0.0/8' })).toContain('refused-target')
  expect(reached).toBe(0)
  expect(await codeWith({})).not.toContain('refused-target')
  expect(reached).toBeGreaterThan(0)
})

test('and of pages that can’t be measured', async () => {
  expect(await warningsWith({}, false)).toEqual([
    'Chromium not found, so page checks will fail. Install it or set CHROMIUM_PATH.',
  ])
})
