import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnvironment, printedBy } from '../test/process.ts'

const main = join(import.meta.dirname, 'main.ts')

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'service-log-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const environment = (): NodeJS.ProcessEnv => ({
  ...bareEnvironment,
  DATA_DIR: folder(),
  PORT: '0',
  EDGE_PORT: '0',
  CHROMIUM_PATH: '/nonexistent',
})

/** A service with a pipe for its log, which nothing reads yet. */
async function loggedService() {
  const child = spawn(process.execPath, [main], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { url } = await printedBy(child)
  return { child, url }
}

/** Reads a stream to its end. */
async function textOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += String(chunk)
  return text
}

const requestsIn = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly msg: string; readonly path?: string })
    .filter(({ msg }) => msg === 'request')
    .map(({ path }) => path)

/** Sends requests with paths of ids, which are logged whole and make long lines. */
async function sendRequests(url: string, count: number): Promise<readonly string[]> {
  const paths = Array.from(
    { length: count },
    (_, i) => `/api/${i % 2 ? 'sites' : 'users'}/${Array.from({ length: 9 }, () => randomUUID()).join('/')}`,
  )
  for (const path of paths) expect((await fetch(url + path)).status).toBe(404)
  return paths
}

test('a service whose log nobody reads goes on to answer, and writes all of it once somebody does', async () => {
  const { child, url } = await loggedService()
  // more than a pipe holds
  const paths = await sendRequests(url, 150)
  child.kill('SIGTERM')
  const ended = once(child, 'exit')
  const log = await textOf(child.stderr)
  expect(await ended).toEqual([0, null])
  expect(requestsIn(log)).toEqual(paths)
  expect(log).toContain('"msg":"stopping"')
})

test('a service whose log nobody reads still ends', async () => {
  const { child, url } = await loggedService()
  await sendRequests(url, 150)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a service whose log goes to a file writes all of it before it ends', async () => {
  const path = join(folder(), 'log')
  const child = spawn('sh', ['-c', 'exec "$0" "$1" 2>"$2"', process.execPath, main, path], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { url } = await printedBy(child)
  const paths = await sendRequests(url, 20)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  const log = readFileSync(path, 'utf8')
  expect(requestsIn(log)).toEqual(paths)
  expect(log).toContain('"msg":"stopping"')
})

/** What a program logs that ends right after its last line, in one way or another. */
async function logOf(ending: string): Promise<string> {
  const program = `
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'environment.ts'))}
    import { settingsFrom } from ${JSON.stringify(join(import.meta.dirname, '../configuration/configuration.ts'))}
    const { log } = createLog(settingsFrom({}))
    for (let i = 0; i < 100; i++) log.info('line')
    ${ending}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'ignore', 'pipe'] })
  return textOf(child.stderr)
}

test.each([
  ['an uncaught exception', "throw new Error('unforeseen')"],
  ['an unhandled rejection', "void Promise.reject(new Error('unforeseen'))"],
  ['process.exit', "process.stderr.write('unforeseen\\n'); process.exit(1)"],
])('no line before %s is lost', async (_, ending) => {
  const log = await logOf(ending)
  expect(log.match(/"msg":"line"/g)).toHaveLength(100)
  expect(log).toContain('unforeseen')
})
