import { once } from 'node:events'
import { expect, test } from 'vitest'
import { resolverFor } from '../../shared/guard/index.ts'
import type { Origin } from '../control/site.ts'
import { testOrigin } from '../test/edge.ts'
import { createOrigins } from './origins.ts'

const originAt = (port: number): Origin => ({
  server: '127.0.0.1',
  port,
  https: false,
  siteId: 'a',
  checkCertificate: false,
  hostname: 'www.site.example',
})

function origins({ allowPrivateTargets = true, isOwn = false, timeoutMs = 60_000 } = {}) {
  const made = createOrigins({
    guard: { resolver: resolverFor([]), allowPrivateTargets },
    isOwn: () => isOwn,
    timeoutMs,
  })
  const signal = new AbortController().signal
  return (port: number) =>
    made.head({ origin: originAt(port), target: '/a', lines: ['Host', 'www.site.example'], signal })
}

test('only the head of one answer is read', async () => {
  let asked = 0
  const closed = Promise.withResolvers<void>()
  const { port } = await testOrigin((request, response) => {
    asked++
    response.writeHead(200, { 'Cache-Control': 'max-age=60' })
    // a body without an end
    response.write(`${request.method} ${request.url}`)
    response.once('close', () => closed.resolve())
  })
  expect(await origins()(port)).toMatchObject({ status: 200, fields: { 'cache-control': 'max-age=60' } })
  await closed.promise
  expect(asked).toBe(1)
})

test('a private address, and the edge’s own, are never asked', async () => {
  const server = await testOrigin((_, response) => response.end())
  let connections = 0
  server.on('connection', () => connections++)
  const problem = 'destination_ip_prohibited'
  await expect(origins({ allowPrivateTargets: false })(server.port)).rejects.toMatchObject({ problem })
  await expect(origins({ isOwn: true })(server.port)).rejects.toMatchObject({ problem })
  expect(connections).toBe(0)
})

test('a silent server isn’t waited for', async () => {
  const server = await testOrigin(() => {})
  const asked = origins({ timeoutMs: 2000 })(server.port)
  const [[socket]] = await Promise.all([
    once(server, 'connection'),
    expect(asked).rejects.toMatchObject({ problem: 'http_response_timeout' }),
  ])
  expect(socket).toBeDefined()
})
