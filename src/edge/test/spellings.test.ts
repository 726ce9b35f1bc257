import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { testEdge, testOrigin } from './edge.ts'

async function site(answer: (request: IncomingMessage, response: ServerResponse) => unknown, settings?: object) {
  const asked: string[] = []
  const origin = await testOrigin((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  return { ...(await testEdge({ sites: [{ port: origin.port, ...(settings ? { settings } : {}) }] })), asked }
}

const fresh = { 'Cache-Control': 'max-age=600', 'Content-Length': 1 }

test('two spellings of an address are one, for what is kept and what makes it outdated', async () => {
  const { visit, asked } = await site((_, response) => response.writeHead(200, fresh).end('x'))
  await visit('/p/%e6%b0%b4/%61')
  for (const path of ['/p/%E6%B0%B4/a', '/p/%e6%b0%b4/%61', '/p/%E6%b0%B4/%61'])
    expect((await visit(path)).headers['cache-status']).toContain('hit')
  await visit('/p/%E6%B0%B4/a', { method: 'PUT' })
  for (const path of ['/p/%e6%b0%b4/%61', '/p/%E6%B0%B4/a']) await visit(path)
  // the origin gets what came
  expect(asked).toEqual(['GET /p/%e6%b0%b4/%61', 'PUT /p/%E6%B0%B4/a', 'GET /p/%e6%b0%b4/%61'])
})

test('what servers may tell apart are two addresses', async () => {
  const { visit, asked } = await site((_, response) => response.writeHead(200, fresh).end('x'))
  for (const path of ['/a/b', '/a%2Fb', '/a/./b', '/a//b', '/a/b?', '/a%2561', '/a%61']) await visit(path)
  expect(asked).toHaveLength(7)
})

const ignoring = (parameters: readonly string[]) => ({
  defaultActions: {
    documentActions: { ignoredParameters: [{ _id: 'i', enabled: true, filters: [], parameters }] },
  },
})

test('the origin is asked without the parameters that are ignored', async () => {
  const { visit, asked } = await site((_, response) => response.writeHead(200, fresh).end('x'), ignoring(['utm_*']))
  await visit('/?utm_source=%3Cscript%3E&a=1&%75tm_medium=x')
  expect((await visit('/?a=1')).headers['cache-status']).toContain('hit')
  // a query that some servers read in another way is left alone
  await visit('/?a=1&utm_source=x;b=2')
  expect(asked).toEqual(['GET /?a=1', 'GET /?a=1&utm_source=x;b=2'])
})

test('an entity tag is opaque: with an ending of the edge’s own, and without', async () => {
  const { visit } = await site(({ headers, url }, response) => {
    const isPrivate = url === '/private'
    const known = headers['if-none-match']?.split(', ') ?? []
    const head = {
      ETag: '"abc-gzip"',
      'Cache-Control': isPrivate ? 'private' : 'max-age=600',
      'Content-Type': 'text/css',
    }
    if (known.includes('"abc-gzip"')) response.writeHead(304, head).end()
    else response.writeHead(200, head).end('x'.repeat(3000))
  })
  for (const path of ['/', '/private']) {
    await visit(path)
    expect([path, (await visit(path, { headers: { 'If-None-Match': '"abc-gzip"' } })).status]).toEqual([path, 304])
  }
  const headers = { 'Accept-Encoding': 'br' }
  await waitFor(async () => expect((await visit('/', { headers })).headers['content-encoding']).toBe('br'))
  const { etag = '' } = (await visit('/', { headers })).headers
  expect(etag).toBe('"abc-gzip-br"')
  expect((await visit('/', { headers: { ...headers, 'If-None-Match': etag } })).status).toBe(304)
})

test('a change with the tag that the edge gave is a change of what the origin has', async () => {
  const { visit } = await site(({ headers, method }, response) => {
    if (method === 'GET')
      return response
        .writeHead(200, { ETag: '"x"', 'Cache-Control': 'max-age=600', 'Content-Type': 'text/css' })
        .end('x'.repeat(3000))
    return response.writeHead(headers['if-match']?.split(', ').includes('"x"') ? 204 : 412).end()
  })
  const headers = { 'Accept-Encoding': 'br' }
  await waitFor(async () => expect((await visit('/', { headers })).headers.etag).toBe('"x-br"'))
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect([method, (await visit('/', { method, headers: { 'If-Match': '"x-br"' } })).status]).toEqual([method, 204])
  expect((await visit('/', { method: 'PUT', headers: { 'If-Match': '"y-br"' } })).status).toBe(412)
})

test('a 304 that nobody asked for is asked about once more, and is no page', async () => {
  const { visit, asked } = await site(({ url }, response) => {
    const isAsleep = url !== '/once' || asked.length === 1
    response.writeHead(isAsleep ? 304 : 200, { ETag: '"a"' }).end(isAsleep ? undefined : 'page')
  })
  expect((await visit('/once')).text).toBe('page')
  expect(asked).toHaveLength(2)
  const { status, headers } = await visit('/always')
  expect([status, headers['proxy-status']]).toEqual([502, 'site-performance; error=http_protocol_error'])
  expect((await visit('/always', { method: 'HEAD' })).status).toBe(502)
})

test('a 304 that nobody asked for never has a request repeated that may change something', async () => {
  const { visit, asked } = await site((_, response) => response.writeHead(304, { ETag: '"a"' }).end())
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect((await visit('/', { method })).status).toBe(502)
  expect(asked).toHaveLength(4)
})

test('a 304 that nobody asked for is passed on to who has what it names', async () => {
  const { visit } = await site((_, response) => response.writeHead(304, { ETag: '"a"' }).end())
  const cases = { '"a"': 304, 'W/"a"': 304, '"x", "a-br"': 304, '"b"': 502 }
  for (const [tags, status] of Object.entries(cases))
    expect([tags, (await visit(`/${status}`, { headers: { 'If-None-Match': tags } })).status]).toEqual([tags, status])
})
