import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { type TestEdge, testEdge, testOrigin } from './edge.ts'

/** What the edge has written of requests to the origin, all minutes together. */
async function results({ flush, database }: TestEdge) {
  await flush()
  const rows = await database.db.selectFrom('origin_results').selectAll().orderBy('minute').execute()
  const sum = (name: 'asked' | 'failed') => rows.reduce((all, row) => all + row[name], 0)
  return {
    asked: sum('asked'),
    failed: sum('failed'),
    problem: rows.findLast(({ problem }) => problem)?.problem ?? null,
  }
}

/** An edge whose origin answers as the path says: `/503`, `/breaks` and so on. */
async function withOrigin(options: { silenceMs?: number; state?: 'bypass' | 'transparent' } = {}) {
  let isWell = true
  const origin = await testOrigin((incoming, response) => {
    const [, path = ''] = /^\/([\w-]*)/.exec(incoming.url ?? '') ?? []
    if (path === 'breaks' || (path === 'stale' && !isWell)) incoming.socket.destroy()
    else if (path === 'silent') incoming.resume()
    else if (path === 'stored') response.writeHead(200, { 'Cache-Control': 'max-age=600' }).end('x')
    else if (path === 'stale')
      response.writeHead(200, { ETag: '"1"', 'Cache-Control': 'max-age=0, stale-if-error=600' }).end('x')
    else if (path === 'behind')
      response.writeHead(isWell ? 200 : 500, { 'Cache-Control': 'max-age=0, stale-while-revalidate=600' }).end('x')
    else response.writeHead(Number(path) || 200).end()
  })
  const { state, ...others } = options
  const edge = await testEdge({ sites: [{ port: origin.port, ...(state ? { state } : {}) }], ...others })
  return { ...edge, edge, breakDown: () => (isWell = false) }
}

test.each<[what: string, path: string, method: string, failed: number, problem: string | null]>([
  ['an answer', '/200', 'GET', 0, null],
  ['a page that isn’t there', '/404', 'GET', 0, null],
  ['an error of the server', '/503', 'GET', 1, 'HTTP 503'],
  ['an error after a form', '/500', 'POST', 1, 'HTTP 500'],
  ['a method that it doesn’t know', '/501', 'PROPFIND', 0, null],
  ['a method that every server knows', '/501', 'HEAD', 1, 'HTTP 501'],
  ['a connection that closes', '/breaks', 'GET', 1, 'Connection closed'],
])('%s is counted', async (_, path, method, failed, problem) => {
  const { edge, visit } = await withOrigin()
  await visit(path, { method })
  expect(await results(edge)).toEqual({ asked: 1, failed, problem })
  expect(edge.originFailures()).toBe(failed)
})

test.each([
  [{ port: 1 }, 'Connection refused'],
  [{ port: 1, server: '192.0.2.1' }, 'Address not allowed'],
])('a server that can’t be connected to has failed', async (site, problem) => {
  const edge = await testEdge({ sites: [site], allowPrivateTargets: problem === 'Connection refused' })
  await edge.visit('/')
  await edge.visit('/', { method: 'POST', body: 'x' })
  expect(await results(edge)).toEqual({ asked: 2, failed: 2, problem })
})

test('a silent server has failed', async () => {
  const { edge, visit } = await withOrigin({ silenceMs: 300 })
  await visit('/silent')
  expect(await results(edge)).toEqual({ asked: 1, failed: 1, problem: 'No answer in time' })
})

test('what is answered from the cache asks nobody', async () => {
  const { edge, visit } = await withOrigin()
  for (let i = 0; i < 5; i++) await visit('/stored')
  expect(await results(edge)).toEqual({ asked: 1, failed: 0, problem: null })
})

test('a failure counts though the visitor gets what is stored', async () => {
  const { edge, visit, breakDown } = await withOrigin()
  await visit('/stale')
  breakDown()
  expect((await visit('/stale')).status).toBe(200)
  expect(await results(edge)).toEqual({ asked: 2, failed: 1, problem: 'Connection closed' })
})

test('a renewal behind a visitor’s back counts', async () => {
  const { edge, visit, breakDown } = await withOrigin()
  await visit('/behind')
  breakDown()
  expect((await visit('/behind')).status).toBe(200)
  await waitFor(async () => expect(await results(edge)).toEqual({ asked: 2, failed: 1, problem: 'HTTP 500' }))
})

test('a visitor who leaves is no failure', async () => {
  const { edge, port, visit } = await withOrigin()
  // not coalesced: a visitor who posts is alone
  const sent = request({ port, method: 'POST', path: '/silent', headers: { Host: 'www.site.example' } })
  sent.on('error', () => undefined)
  sent.end('x')
  await waitFor(async () => expect(edge.totals().originRequests).toBe(1))
  sent.destroy()
  await waitFor(async () => expect(edge.totals().misses).toBe(1))
  await visit('/200')
  expect(await results(edge)).toEqual({ asked: 1, failed: 0, problem: null })
})

test('half a body is no failure of the server', async () => {
  const { edge, port } = await withOrigin({ silenceMs: 300 })
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  // more than fits the buffer, so that the server is asked before the rest has come
  const part = 'x'.repeat(256 * 1024)
  socket.write(`POST /silent HTTP/1.1\r\nHost: www.site.example\r\nContent-Length: ${part.length + 1}\r\n\r\n${part}`)
  await waitFor(async () => expect(edge.totals().originRequests).toBe(1))
  await once(socket.resume(), 'close')
  expect(await results(edge)).toEqual({ asked: 0, failed: 0, problem: null })
})

test.each(['transparent', 'bypass'] as const)('in state %s only counted visitors count', async (state) => {
  const { edge, visit } = await withOrigin({ state })
  await visit('/503')
  const asked = state === 'transparent' ? 1 : 0
  expect(await results(edge)).toMatchObject({ asked, failed: asked })
})

test('a WebSocket isn’t counted', async () => {
  const { edge, port } = await withOrigin()
  const agent = new Agent()
  const sent = request({
    agent,
    port,
    path: '/503',
    headers: { Host: 'www.site.example', Connection: 'Upgrade', Upgrade: 'websocket' },
  }).end()
  const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream]
  response.resume()
  expect(await results(edge)).toMatchObject({ asked: 0 })
})
