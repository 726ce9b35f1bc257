import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { rangeOf } from '../cache/index.ts'
import { testEdge, testOrigin } from './edge.ts'

const video = '0123456789'
const fresh = { 'Cache-Control': 'max-age=600', 'Content-Type': 'video/mp4', ETag: '"a"' }

/** A server's answer to a request for a part, or the whole. */
function answerPart({ headers }: IncomingMessage, response: ServerResponse, fields: Record<string, string> = fresh) {
  const range = headers['if-range'] === '"old"' ? undefined : rangeOf(headers.range, video.length)
  if (typeof range !== 'object') return response.writeHead(200, fields).end(video)
  const { first, last } = range
  const part = { 'Content-Range': `bytes ${first}-${last}/${video.length}`, ...fields }
  return response.writeHead(206, part).end(video.slice(first, last + 1))
}

/** A site whose server answers each path in its own way. */
async function site(
  answers: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => unknown>>,
) {
  const asked: IncomingMessage[] = []
  const origin = await testOrigin((request, response) => {
    asked.push(request)
    void answers[request.url ?? '']?.(request, response)
  })
  const { visit } = await testEdge({ sites: [{ port: origin.port }] })
  const ask = async (path: string, headers: Readonly<Record<string, string>> = { Range: 'bytes=0-' }) => {
    const { status, text, headers: got } = await visit(path, { headers })
    return { answer: `${status} ${text}`, cacheStatus: got['cache-status'] }
  }
  /** The ranges for which the server was asked. */
  const ranges = (path: string) => asked.filter(({ url }) => url === path).map(({ headers }) => headers.range)
  return { visit, ask, asked, ranges }
}

test('what is asked for in parts is fetched behind the second one, and stored', async () => {
  const cases: readonly [string, Readonly<Record<string, string>>, string][] = [
    ['/all', { Range: 'bytes=0-' }, '206 0123456789'],
    ['/middle', { Range: 'bytes=2-4' }, '206 234'],
    ['/end', { Range: 'bytes=-3' }, '206 789'],
    ['/same', { Range: 'bytes=5-', 'If-Range': '"a"' }, '206 56789'],
    ['/cookie', { Range: 'bytes=0-1', Cookie: 'a=1' }, '206 01'],
    ['/?query', { Range: 'bytes=0-', 'Accept-Encoding': 'identity;q=1, *;q=0' }, '206 0123456789'],
  ]
  const { ask, ranges } = await site(Object.fromEntries(cases.map(([path]) => [path, answerPart])))
  for (const [path, headers, expected] of cases) {
    const { Range: range } = headers
    for (let i = 0; i < 2; i++)
      expect(await ask(path, headers)).toEqual({ answer: expected, cacheStatus: 'site-performance; fwd=partial' })
    await waitFor(() => expect(ranges(path), path).toEqual([range, range, undefined]))
    // waits for it
    expect((await ask(path, { 'Accept-Encoding': 'identity' })).answer).toBe(`200 ${video}`)
    const { answer, cacheStatus } = await ask(path, headers)
    expect(answer).toBe(expected)
    expect(cacheStatus, path).toMatch(/hit/)
    expect(ranges(path)).toHaveLength(3)
  }
})

test('what can’t be stored is only asked for as the visitors do', async () => {
  const { ask, ranges } = await site({
    '/private': (request, response) => answerPart(request, response, { 'Cache-Control': 'private, max-age=600' }),
    '/silent': (request, response) => answerPart(request, response, {}),
    '/no-cache': (request, response) => answerPart(request, response, { ...fresh, 'Cache-Control': 'no-cache' }),
    '/large': (_, response) =>
      response.writeHead(206, { ...fresh, 'Content-Range': `bytes 0-0/${8 * 2 ** 20 + 1}` }).end('0'),
    '/unsatisfiable': (_, response) => response.writeHead(416, { ...fresh, 'Content-Range': 'bytes */10' }).end(),
    // the error may be about the range
    '/refused': (_, response) => response.writeHead(404, fresh).end(),
    '/part-as-200': (_, response) => response.writeHead(200, { ...fresh, 'Content-Range': 'bytes 0-0/10' }).end('0'),
  })
  const paths = ['/private', '/silent', '/no-cache', '/large', '/unsatisfiable', '/refused', '/part-as-200']
  for (const path of paths) {
    for (let i = 0; i < 4; i++) expect((await ask(path)).cacheStatus, path).toBe('site-performance; fwd=partial')
    expect(ranges(path), path).toEqual(['bytes=0-', 'bytes=0-', 'bytes=0-', 'bytes=0-'])
  }
})

test('the whole that comes instead of a part is stored', async () => {
  const { ask, ranges } = await site({
    '/ignored': (_, response) => response.writeHead(200, fresh).end(video),
    '/changed': answerPart,
  })
  const first = await ask('/ignored')
  expect(first).toEqual({ answer: `200 ${video}`, cacheStatus: 'site-performance; fwd=partial; stored' })
  expect(await ask('/changed', { Range: 'bytes=2-', 'If-Range': '"old"' })).toEqual(first)
  for (const path of ['/ignored', '/changed']) {
    expect((await ask(path, { Range: 'bytes=2-4' })).answer).toBe('206 234')
    expect(ranges(path)).toHaveLength(1)
  }
})

test('a stale response is renewed by a request for a part of it', async () => {
  let isStale = true
  const { ask, asked } = await site({
    '/': (request, response) => {
      const fields = isStale ? { ...fresh, Age: '600' } : fresh
      if (request.headers['if-none-match'] === '"a"') response.writeHead(304, fields).end()
      else answerPart(request, response, fields)
    },
  })
  await ask('/', {})
  isStale = false
  expect(await ask('/', { Range: 'bytes=2-4' })).toEqual({
    answer: '206 234',
    cacheStatus: 'site-performance; fwd=stale; fwd-status=304; stored',
  })
  expect((await ask('/', { Range: 'bytes=-1' })).answer).toBe('206 9')
  expect(asked).toHaveLength(2)
})

test('a whole that was on its way during a purge is fetched again', async () => {
  const held: ServerResponse[] = []
  const { ask, visit, ranges } = await site({
    '/': (request, response) => {
      if (request.headers.range === undefined && request.method === 'GET') held.push(response.writeHead(200, fresh))
      else answerPart(request, response)
    },
  })
  const wholes = () => ranges('/').filter((range) => range === undefined).length
  await ask('/')
  await ask('/')
  await waitFor(() => expect(held).toHaveLength(1))
  // purges the address
  await visit('/', { method: 'POST', body: 'x' })
  held[0]?.end('old')
  await waitFor(async () => {
    expect((await ask('/')).answer).toBe('206 0123456789')
    expect(held).toHaveLength(2)
  })
  held[1]?.end(video)
  expect((await ask('/', {})).answer).toBe(`200 ${video}`)
  expect((await ask('/')).cacheStatus).toMatch(/hit/)
  expect(wholes()).toBe(3)
})
