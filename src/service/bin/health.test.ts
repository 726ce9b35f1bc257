import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../test/free-port.ts'

const program = join(import.meta.dirname, 'health.ts')

async function exitCode(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env }, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return code
}

test.each([
  ['/healthz', 0],
  ['/missing', 0],
  ['/broken', 1],
])('an answer at %s ends it with %i', async (path, code) => {
  const statuses: Readonly<Record<string, number>> = { '/healthz': 200, '/broken': 503 }
  const server = createServer((request, response) => {
    response.writeHead(statuses[request.url ?? ''] ?? 404).end('x'.repeat(100_000))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await exitCode([`http://127.0.0.1:${port}${path}`])).toBe(code)
  if (path === '/healthz') expect(await exitCode([], { PORT: String(port) })).toBe(0)
})

test('no answer ends it with 1', async () => {
  expect(await exitCode([`http://127.0.0.1:${await freePort()}/`])).toBe(1)
})
