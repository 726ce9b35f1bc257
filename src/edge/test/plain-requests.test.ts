import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { longerThanTheTestMs, waitFor } from '../../service/test/wait-for.ts'
import { testEdge, testOrigin } from './edge.ts'
import { get, raw } from './raw-connection.ts'

type Answer = (response: ServerResponse, path: string) => void

/** An edge whose only site answers so, and a visitor's connection on which plain requests are answered straight. */
async function plainConnection(answer: Answer, siteOptions: object = {}) {
  const asked: string[] = []
  const origin = await testOrigin((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    if (path === '/first') response.writeHead(204).end()
    else answer(response, path)
  })
  const edge = await testEdge({ sites: [{ port: origin.port, ...siteOptions }] })
  const host = `www.site.example:${origin.port}`
  const connection = await raw(edge.port)
  // Node's server takes the first request of a connection
  connection.write(get('/first', host))
  const before = await connection.until('\r\n\r\n')
  const ask = (path: string, ...lines: string[]) => connection.write(get(path, host, ...lines))
  return { edge, origin, host, asked, connection, before: before.length, ask }
}

/** The lines of an answer in one order. Two answers may come in different seconds. */
const linesOf = (text: string) =>
  text
    .replace(/^Date: .+ GMT\r$/m, 'Date: now\r')
    .split('\r\n')
    .toSorted()

const cacheable = { 'Cache-Control': 'max-age=60', 'Content-Type': 'text/plain' }

test.each<[string, string, Answer]>([
  ['of a known length', 'end', (response) => response.writeHead(200, { ...cacheable, 'Content-Length': 3 }).end('end')],
  ['in chunks', '0\r\n\r\n', (response) => response.writeHead(200, cacheable).write('one', () => response.end('two'))],
  [
    'with trailers',
    'X-Sum: 6\r\n\r\n',
    (response) => {
      response.writeHead(200, { ...cacheable, Trailer: 'X-Sum' })
      response.addTrailers({ 'X-Sum': '6' })
      response.end('onetwo')
    },
  ],
  ['that is not stored', 'no', (response) => response.writeHead(200, { 'Content-Length': 2 }).end('no')],
  ['without a body', '\r\n\r\n', (response) => response.writeHead(204, cacheable).end()],
  ['that is empty', '\r\n\r\n', (response) => response.writeHead(200, { ...cacheable, 'Content-Length': 0 }).end()],
  [
    'with a reason of its own',
    'x',
    (response) => response.writeHead(404, 'Gone fishing', { 'Content-Length': 1 }).end('x'),
  ],
  ['of a server that breaks off', '</html>\n', (response) => response.destroy()],
])('an answer %s is passed on as the whole server passes it on', async (_, end, answer) => {
  const { connection, before, ask, asked } = await plainConnection(answer)
  ask('/a')
  const plain = await connection.until(end, before)
  ask('/b', 'TE: trailers')
  const whole = await connection.until(end, before + plain.length)
  expect(linesOf(plain)).toEqual(linesOf(whole))
  expect([...new Set(asked)]).toEqual(['/first', '/a', '/b'])
})

test('hints come before the answer', async () => {
  const { connection, before, ask } = await plainConnection((response) => {
    response.writeProcessing()
    response.writeEarlyHints({ link: ['</a.css>; rel=preload', '</b.js>; rel=preload'], 'x-early': '1' })
    response.writeHead(200, { 'Content-Length': 4 }).end('page')
  })
  ask('/page')
  const plain = await connection.until('page', before)
  ask('/page', 'TE: trailers')
  const whole = await connection.until('page', before + plain.length)
  expect(plain).toMatch(/^HTTP\/1\.1 102 Processing\r\n\r\nHTTP\/1\.1 103 Early Hints\r\n/)
  expect(linesOf(plain)).toEqual(linesOf(whole))
})

test('requests that come while the origin is asked are answered in order', async () => {
  const { connection, ask, asked, before } = await plainConnection((response, path) => {
    setTimeout(() => response.writeHead(200, { ...cacheable, 'Content-Length': 2 }).end(path), path === '/a' ? 50 : 0)
  })
  ask('/a')
  await waitFor(() => expect(asked).toHaveLength(2))
  ask('/b')
  ask('/c', 'TE: trailers')
  ask('/d')
  const received = await connection.until('/d', before)
  expect(
    received
      .match(/\r\n\r\n\/[a-d]/g)
      ?.map((end) => end.slice(-1))
      .join(''),
  ).toBe('abcd')
})

test('a visitor who sends on and on is not read on and on', async () => {
  const { connection, ask, asked } = await plainConnection(() => undefined)
  ask('/a')
  await waitFor(() => expect(asked).toHaveLength(2))
  const part = 'x'.repeat(64 * 1024)
  // what neither side's kernel takes in waits here
  for (let i = 0; i < 1000; i++) connection.write(part)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(connection.socket.writableLength).toBeGreaterThan(10 * 2 ** 20)
})

test('a visitor who leaves takes a question back that no one else waits for', async () => {
  let gone = 0
  const { connection, ask, asked } = await plainConnection(
    (response) => void response.once('close', () => gone++),
    // nothing is cached, so no one can share the answer
    { state: 'bypass' },
  )
  ask('/a')
  await waitFor(() => expect(asked).toHaveLength(2))
  connection.socket.destroy()
  await waitFor(() => expect(gone).toBe(1))
})

test('a large body waits for a visitor who does not read, and leaves the connection free', async () => {
  const size = 40 * 2 ** 20
  let sent = 0
  const { connection, ask } = await plainConnection((response, path) => {
    if (path === '/next') return void response.writeHead(200, { 'Content-Length': 4 }).end('next')
    response.writeHead(200, { 'Content-Length': size, 'Cache-Control': 'no-store' })
    const part = Buffer.alloc(64 * 1024)
    const send = () => {
      while (sent < size) {
        sent += part.length
        if (!response.write(part)) return void response.once('drain', send)
      }
      response.end()
    }
    send()
  })
  connection.socket.pause()
  ask('/large')
  await waitFor(() => expect(sent).toBeGreaterThan(0))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(sent).toBeLessThan(size)
  connection.socket.removeAllListeners('data')
  let received = 0
  let last = ''
  connection.socket.on('data', (text: string) => {
    received += text.length
    last = text.slice(-4)
  })
  connection.socket.resume()
  await waitFor(() => expect(received).toBeGreaterThan(size), 20)
  // its end may come when everything of it has long been sent
  ask('/next')
  await waitFor(() => expect(last).toBe('next'), 20)
})

test('a stop waits for answers that are under way', async () => {
  const answers: ServerResponse[] = []
  const { edge, connection, ask, before } = await plainConnection((response) => answers.push(response))
  ask('/a')
  await waitFor(() => expect(answers).toHaveLength(1))
  const stopped = edge.stop(longerThanTheTestMs)
  const closed = once(connection.socket, 'close')
  await new Promise((resolve) => setTimeout(resolve, 250))
  answers[0]?.writeHead(200, { 'Content-Length': 4 }).end('late')
  expect(await connection.until('late', before)).toContain('HTTP/1.1 200')
  await closed
  await stopped
})
