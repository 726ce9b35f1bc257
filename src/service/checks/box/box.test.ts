import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { pageLimits } from '../page/limits.ts'
import { waitFor } from '../../test/wait-for.ts'
import { chromiumPath, codes, installedChromiumPath } from '../page/testing.ts'
import { createProbes } from '../probes.ts'
import { checkOf, never, origins } from '../testing.ts'
import { Box } from './box.ts'
import { newBoxFolder } from './box-folder.ts'
import { processTree } from './process-tree.ts'
import { boxFoldersOf, stillRunning } from './testing.ts'

const servers = origins()
afterAll(() => servers.close())

const service = fileURLToPath(new URL('./testing-service.ts', import.meta.url))
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null

/** A page that keeps the browser busy, and never finishes loading. `opened` resolves once its scripts run. */
async function busyPage() {
  const opened = Promise.withResolvers<void>()
  const port = await servers.http(({ url }, answer) => {
    if (url === '/never.png') return opened.resolve()
    const workers = 'for (let i = 0; i < 3; i++) new Worker(URL.createObjectURL(new Blob(["for (;;);"])))'
    answer
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<p>x</p><script>onbeforeunload = () => { for (;;); }; ${workers}</script><img src="/never.png">`)
  })
  return { url: `http://127.0.0.1:${port}/`, opened: opened.promise }
}

function openBox(chromium = chromiumPath) {
  const folder = newBoxFolder(user)
  return {
    folder,
    box: new Box('a', {
      chromiumPath: chromium ?? '',
      folder,
      dnsServers: ['127.0.0.1:9'],
      silentNameServers: [],
      dnsAttemptMs: 2000,
      allowPrivateTargets: true,
      refusedNetworks: [],
      sandbox: true,
      user,
      measuresDelay: false,
      timeoutMs: 600_000,
      limits: pageLimits,
    }),
  }
}

/** The processes that this one has started since `before`. */
const startedSince = async (before: readonly { pid: number }[]) =>
  (await processTree(process.pid)).filter(({ pid }) => !before.some((one) => one.pid === pid))

/** A server that counts its requests. */
async function innerServer() {
  const inner = { reached: 0, url: '' }
  const port = await servers.http((_, answer) => {
    inner.reached++
    answer.end('<p>inner')
  })
  inner.url = `http://127.0.0.1:${port}/`
  return inner
}

test('where accounts may reach this machine, others still may not', async () => {
  const inner = await innerServer()
  const probes = createProbes({ chromiumPath, dnsServers: ['127.0.0.1:9'], allowPrivateTargets: true })
  const check = checkOf(inner.url, { mayBePrivate: false })
  expect((await probes.measure(check, never)).flatMap(codes)).toEqual(['refused-target'])
  expect(inner.reached).toBe(0)
  await probes.close()
})

test('where none may reach it, no page check does', async () => {
  const inner = await innerServer()
  const options = { chromiumPath, dnsServers: ['127.0.0.1:9'], timeoutMs: 120_000 }
  const probes = createProbes({ ...options, allowPrivateTargets: false })
  const check = checkOf(inner.url, { type: 'WEBPAGE', views: ['EMPTY'] })
  expect((await probes.measure(check, never)).flatMap(codes)).toEqual(['refused-target'])
  expect(inner.reached).toBe(0)
  await probes.close()
})

test('a service that is killed leaves no process and no folder', async () => {
  const { url, opened } = await busyPage()
  const running = fork(service, [url], { execArgv: [], stdio: 'ignore' })
  await opened
  const processes = await processTree(running.pid ?? 0)
  // the service, its box, and Chromium's browser, zygotes, GPU, network and renderer
  expect(processes.length).toBeGreaterThan(4)
  const folders = boxFoldersOf(running.pid)
  expect(folders).toHaveLength(1)
  const ended = once(running, 'exit')
  running.kill('SIGKILL')
  await ended
  await waitFor(async () => expect(await stillRunning(processes)).toEqual([]))
  await waitFor(() => expect(boxFoldersOf(running.pid)).toEqual([]))
})

test('a box has a sandbox, a user of its own and nothing of the service’s environment, and leaves nothing when it’s killed', async () => {
  vi.stubEnv('MASTER_KEY', 'f'.repeat(64))
  vi.stubEnv('NODE_OPTIONS', '--no-warnings')
  const compiled = mkdtempSync(join(tmpdir(), 'compiled-'))
  onTestFinished(() => rmSync(compiled, { recursive: true }))
  vi.stubEnv('NODE_COMPILE_CACHE', compiled)
  const before = await processTree(process.pid)
  const { url, opened } = await busyPage()
  const { box, folder } = openBox()
  const measuring = box.measure(checkOf(url, { type: 'WEBPAGE' }), never)
  await opened
  const processes = await startedSince(before)
  expect(processes.length).toBeGreaterThan(3)
  for (const { pid } of processes) {
    expect(read(pid, 'cmdline')).not.toContain('--no-sandbox')
    // Chromium itself adds further names
    expect(read(pid, 'environ')).not.toMatch(/MASTER_KEY|SMTP|DATABASE|NODE_OPTIONS|VITEST/)
    if (user) expect(read(pid, 'status')).toMatch(/^Uid:\t65534\t/m)
  }
  // the next box finds the program compiled
  expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(10)

  process.kill(processes[0]?.pid ?? 0, 'SIGKILL')
  const [sample] = await measuring
  expect(sample && codes(sample)).toEqual(['page-too-heavy'])
  expect(box.usable).toBe(false)
  await box.dispose()
  await waitFor(async () => expect(await stillRunning(processes)).toEqual([]))
  expect(existsSync(folder)).toBe(false)
})

test('a box reaches this machine only for who may, and killed in the second view keeps what it measured in the first', async () => {
  const before = await processTree(process.pid)
  const second = Promise.withResolvers<void>()
  let visits = 0
  const port = await servers.http(({ url }, answer) => {
    if (url !== '/') return answer.writeHead(404).end()
    if (++visits === 1)
      return answer.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end('<p>first')
    second.resolve()
  })
  // as a service has it
  const { box } = openBox(installedChromiumPath)
  const url = `http://127.0.0.1:${port}/`
  const refused = await box.measure(checkOf(url, { type: 'WEBPAGE', views: ['EMPTY'], mayBePrivate: false }), never)
  expect(refused.flatMap(codes)).toEqual(['refused-target'])
  expect(visits).toBe(0)
  await box.settle()

  const check = checkOf(url, { type: 'WEBPAGE', views: ['EMPTY', 'FULL'], screenshots: true })
  const measuring = box.measure(check, never)
  await second.promise
  const [child] = await startedSince(before)
  process.kill(child?.pid ?? 0, 'SIGKILL')
  const [first, repeat, ...more] = await measuring
  expect(more).toEqual([])
  expect(first).toMatchObject({ view: 'EMPTY', metrics: { status_code: 200, first_byte: expect.any(Number) } })
  expect(first && codes(first)).not.toContain('page-too-heavy')
  expect(first?.screenshots.map(({ data }) => [...data.subarray(0, 2)])).toContainEqual([0xff, 0xd8])
  expect(repeat).toMatchObject({ view: 'FULL', metrics: { status_code: null, first_byte: null } })
  expect(repeat && codes(repeat)).toEqual(['page-too-heavy'])
  expect(repeat?.takenAt).toBeGreaterThan(first?.takenAt ?? 0)
  await box.dispose()
})

test.runIf(user)('without its sandbox, a browser isn’t root either', async () => {
  const before = await processTree(process.pid)
  const { url, opened } = await busyPage()
  const probes = createProbes({
    chromiumPath,
    dnsServers: ['127.0.0.1:9'],
    allowPrivateTargets: true,
    sandbox: false,
    timeoutMs: 600_000,
  })
  const abort = new AbortController()
  const measuring = probes.measure(checkOf(url, { type: 'WEBPAGE' }), abort.signal)
  measuring.catch(() => undefined)
  await opened
  const processes = await startedSince(before)
  expect(processes.length).toBeGreaterThan(3)
  for (const { pid } of processes) expect(read(pid, 'status')).toMatch(/^Uid:\t65534\t/m)
  abort.abort(new Error('enough'))
  await expect(measuring).rejects.toThrow('enough')
  await probes.close()
  await waitFor(async () => expect(await stillRunning(processes)).toEqual([]))
})

/** Empty if the system doesn't show it to this user. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
