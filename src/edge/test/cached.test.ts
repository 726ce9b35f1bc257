import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { testEdge, type TestEdgeOptions, testOrigin } from './edge.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** A site whose origin answers like this, and the requests that the origin got. */
async function site(answer: Answer, options: Pick<TestEdgeOptions, 'cacheBytes' | 'trustedProxies'> = {}) {
  const asked: IncomingMessage[] = []
  const origin = await testOrigin((request, response) => {
    asked.push(request)
    void answer(request, response)
  })
  const edge = await testEdge({ sites: [{ port: origin.port }], ...options })
  return { ...edge, asked, origin }
}

const fresh = { 'Cache-Control': 'max-age=600' }

test('a stored response is answered with its age', async () => {
  const { visit, asked } = await site((_, response) => response.writeHead(200, { ...fresh, Age: '30' }).end('x'))
  expect((await visit('/')).headers['cache-status']).toBe('site-performance; fwd=uri-miss; stored')
  const { headers, text } = await visit('/')
  expect(text).toBe('x')
  expect(headers['cache-status']).toMatch(/^site-performance; hit; ttl=5\d\d$/)
  expect(Number(headers['age'])).toBeGreaterThanOrEqual(30)
  expect((await visit('/', { method: 'HEAD' })).headers['content-length']).toBe('1')
  expect(asked).toHaveLength(1)
})

test('hits and misses are counted', async () => {
  const { visit, totals } = await site((_, response) => response.writeHead(200, fresh).end('x'))
  await visit('/')
  await visit('/other', { method: 'POST' })
  await visit('/')
  await visit('/', { method: 'HEAD' })
  await visit('/')
  await waitFor(() => expect(totals()).toMatchObject({ serviceRequests: 5, originRequests: 2, hits: 3, misses: 2 }))
})

test('Cache-Status says why an answer was not stored', async () => {
  const { visit } = await site((_, response) => response.writeHead(200, { 'Cache-Control': 'private' }).end())
  expect((await visit('/')).headers['cache-status']).toBe('site-performance; fwd=uri-miss; detail="private"')
})

test('a response may vary by a field that is called as every object’s properties are', async () => {
  const { visit, asked } = await site((_, response) =>
    response.writeHead(200, { ...fresh, Vary: 'constructor, toString' }).end('x'),
  )
  const headers = { 'Accept-Encoding': 'gzip' }
  for (let i = 0; i < 2; i++) expect((await visit('/', { headers })).status).toBe(200)
  expect(asked).toHaveLength(1)
})

test('1,000 visitors of one uncached page cause one request', async () => {
  const origin = async (_: IncomingMessage, response: ServerResponse) => {
    await delay(300)
    response.writeHead(200, fresh).end('page')
  }
  // an address of its own may have fewer connections
  const { visit, asked } = await site(origin, { trustedProxies: ['127.0.0.1'] })
  const visits = await Promise.all(Array.from({ length: 1000 }, () => visit('/')))
  expect(new Set(visits.map(({ text }) => text))).toEqual(new Set(['page']))
  expect(asked).toHaveLength(1)
})

test('those who wait are let go once the answer turns out to be for one visitor only', async () => {
  let isOpen = false
  const { visit, asked } = await site(async (_, response) => {
    response.writeHead(200, { 'Cache-Control': 'private' })
    response.write('a')
    await waitFor(() => expect(isOpen).toBe(true), 10)
    response.end('b')
  })
  const first = visit('/')
  await waitFor(() => expect(asked).toHaveLength(1))
  const others = [visit('/'), visit('/')]
  await waitFor(() => expect(asked).toHaveLength(3))
  isOpen = true
  expect((await Promise.all([first, ...others])).map(({ text }) => text)).toEqual(['ab', 'ab', 'ab'])
})

test('visitors who wait for a server that fails share the failure', async () => {
  const { visit, asked } = await site(async (request) => {
    await delay(300)
    request.socket.destroy()
  })
  const visits = await Promise.all(Array.from({ length: 50 }, () => visit('/')))
  expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([502]))
  expect(visits[0]?.headers['proxy-status']).toBe('site-performance; error=connection_terminated')
  expect(asked.length).toBeLessThanOrEqual(2)
})

test('the visitor who was first may leave, the others get the answer', async () => {
  const { visit, asked, port } = await site(async (_, response) => {
    response.writeHead(200, fresh)
    response.write('a')
    await delay(500)
    response.end('b')
  })
  const left = new AbortController()
  const first = fetch(`http://127.0.0.1:${port}/`, { headers: { Host: 'www.site.example' }, signal: left.signal })
  void first.catch(() => undefined)
  const second = visit('/')
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  left.abort()
  expect((await second).text).toBe('ab')
})

test('a stale response is renewed behind the visitor', async () => {
  let n = 0
  const { visit, asked } = await site((_, response) =>
    response.writeHead(200, { 'Cache-Control': 'max-age=0, stale-while-revalidate=600' }).end(`version ${++n}`),
  )
  await visit('/')
  const { text, headers } = await visit('/')
  expect(text).toBe('version 1')
  expect(headers['cache-status']).toMatch(/^site-performance; hit; ttl=-?\d+$/)
  await waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(2))
  await waitFor(async () => expect((await visit('/')).text).not.toBe('version 1'))
})

describe('when the origin fails', () => {
  test.each([
    ['max-age=0', 'close', 200],
    ['max-age=0, must-revalidate', 'close', 502],
    ['max-age=0, stale-if-error=600', 503, 200],
    ['max-age=0', 503, 503],
  ] as const)('%s, %s: %i', async (cacheControl, failure, status) => {
    let isDown = false
    const { visit } = await site((request, response) => {
      if (isDown && failure === 'close') request.socket.destroy()
      else response.writeHead(isDown ? 503 : 200, { 'Cache-Control': cacheControl, ETag: '"a"' }).end('x')
    })
    await visit('/')
    isDown = true
    expect((await visit('/')).status).toBe(status)
  })
})

test('a stale response is validated, and the answer counts for the others', async () => {
  const { visit, asked } = await site((request, response) => {
    const isSame = request.headers['if-none-match'] === '"a"'
    response.writeHead(isSame ? 304 : 200, { 'Cache-Control': isSame ? 'max-age=600' : 'max-age=0', ETag: '"a"' })
    response.end(isSame ? undefined : 'x')
  })
  await visit('/')
  const second = await visit('/')
  expect([second.status, second.text]).toEqual([200, 'x'])
  expect(second.headers['cache-status']).toBe('site-performance; fwd=stale; fwd-status=304; stored')
  expect((await visit('/')).headers['cache-status']).toMatch(/hit/)
  expect(asked).toHaveLength(2)
})

test('conditions and ranges are answered from the cache', async () => {
  const { visit, asked } = await site((_, response) =>
    response.writeHead(200, { ...fresh, ETag: '"a"', 'Content-Type': 'video/mp4' }).end('0123456789'),
  )
  await visit('/')
  const same = await visit('/', { headers: { 'If-None-Match': '"a"' } })
  expect([same.status, same.text, same.headers['etag'], same.headers['content-type']]).toEqual([
    304,
    '',
    '"a"',
    undefined,
  ])
  const part = await visit('/', { headers: { Range: 'bytes=2-4' } })
  expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  const changed = await visit('/', { headers: { Range: 'bytes=2-4', 'If-Range': '"b"' } })
  expect([changed.status, changed.text]).toEqual([200, '0123456789'])
  for (const [range, status, text] of [
    // the last byte comes before the first
    ['bytes=5-2', 200, '0123456789'],
    ['bytes=a-b', 200, '0123456789'],
    ['bytes=-', 200, '0123456789'],
    ['bytes=7-99', 206, '789'],
    ['bytes=7-99999999999999999999999', 206, '789'],
    ['bytes=-99', 206, '0123456789'],
    ['bytes=-99999999999999999999999', 206, '0123456789'],
    ['bytes=0-1,3-4', 200, '0123456789'],
    ['lines=1-2', 200, '0123456789'],
  ] as const) {
    const answer = await visit('/', { headers: { Range: range } })
    expect([answer.status, answer.text], range).toEqual([status, text])
  }
  const { status, text, headers } = await visit('/', { headers: { Range: 'bytes=99-' } })
  expect([status, text, headers['content-range']]).toEqual([416, '', 'bytes */10'])
  // nothing of what was kept, or of nginx
  for (const name of ['content-type', 'cache-control', 'etag', 'server']) expect(headers[name], name).toBeUndefined()
  expect(asked).toHaveLength(1)
})

test('a range of what is not stored is the origin to answer', async () => {
  const { visit, asked } = await site((request, response) => {
    const isPart = request.headers.range === 'bytes=2-4'
    response.writeHead(isPart ? 206 : 200, { ...fresh, ...(isPart ? { 'Content-Range': 'bytes 2-4/10' } : {}) })
    response.end(isPart ? '234' : '0123456789')
  })
  expect((await visit('/', { headers: { Range: 'bytes=2-4' } })).text).toBe('234')
  expect((await visit('/')).text).toBe('0123456789')
  expect(asked).toHaveLength(2)
})

test('a large body is passed on, and not stored', async () => {
  const size = 12 * 2 ** 20
  const { visit, asked } = await site((_, response) => {
    response.writeHead(200, fresh)
    const part = Buffer.alloc(2 ** 20, 'x')
    for (let i = 0; i < size; i += part.length) response.write(part)
    response.end()
  })
  expect((await visit('/')).bytes).toHaveLength(size)
  expect((await visit('/')).bytes).toHaveLength(size)
  expect(asked).toHaveLength(2)
})

test('half a body is not stored, and not passed off as a whole one', async () => {
  const { visit, asked } = await site((_, response) => {
    response.writeHead(200, { ...fresh, 'Content-Length': '10' })
    response.write('01234')
    setTimeout(() => response.destroy(), 50)
  })
  await expect(visit('/')).rejects.toThrow()
  await expect(visit('/')).rejects.toThrow()
  expect(asked).toHaveLength(2)
})

test('an unsafe request makes what is stored outdated', async () => {
  let n = 0
  const { visit } = await site((_, response) => response.writeHead(200, fresh).end(`version ${++n}`))
  await visit('/a')
  await visit('/b')
  await visit('/a', { method: 'POST', body: 'x' })
  expect((await visit('/a')).text).toBe('version 4')
  expect((await visit('/b')).text).toBe('version 2')
})

test('an answer that was on its way during a purge does not come back', async () => {
  let n = 0
  const { visit, asked } = await site(async (request, response) => {
    const version = ++n
    if (request.method === 'GET') await delay(300)
    response.writeHead(200, fresh).end(`version ${version}`)
  })
  const slow = visit('/')
  await waitFor(() => expect(asked).toHaveLength(1), 10)
  await visit('/', { method: 'POST', body: 'x' })
  expect((await slow).text).toBe('version 1')
  expect((await visit('/')).text).toBe('version 3')
})

describe('compression', () => {
  const text = 'All work and no play makes Jack a dull boy. '.repeat(200)
  const page = { ...fresh, 'Content-Type': 'text/html', ETag: '"a"' }

  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const)('for Accept-Encoding: %s', async (accepted, coding, decompress) => {
    const { visit } = await site((_, response) => response.writeHead(200, page).end(text))
    const headers = { 'Accept-Encoding': accepted }
    const first = await visit('/', { headers })
    expect([String(decompress(first.bytes)), first.headers['vary']]).toEqual([text, 'Accept-Encoding'])
    const second = await visit('/', { headers })
    expect(second.headers['content-encoding']).toBe(coding)
    expect(second.headers['etag']).toBe(`"a-${coding}"`)
    expect(second.headers['content-length']).toBe(String(second.bytes.length))
    expect(String(decompress(second.bytes))).toBe(text)
    const same = await visit('/', { headers: { ...headers, 'If-None-Match': `"a-${coding}"` } })
    expect([same.status, same.headers['etag']]).toEqual([304, `"a-${coding}"`])
    const plain = await visit('/')
    expect([plain.text, plain.headers['etag'], plain.headers['vary']]).toEqual([text, '"a"', 'Accept-Encoding'])
  })

  test('zstd is made when it is asked for', async () => {
    const { visit } = await site((_, response) => response.writeHead(200, page).end(text))
    const headers = { 'Accept-Encoding': 'zstd' }
    await visit('/', { headers })
    await waitFor(async () => expect((await visit('/', { headers })).headers['content-encoding']).toBe('zstd'))
    expect(String(zstdDecompressSync((await visit('/', { headers })).bytes))).toBe(text)
  })

  test.each([
    ['no-transform', { ...page, 'Cache-Control': 'max-age=600, no-transform' }, text],
    ['short bodies', page, 'short'],
    ['images', { ...page, 'Content-Type': 'image/png' }, text],
  ])('not for %s', async (_, head, body) => {
    const { visit } = await site((__, response) => response.writeHead(200, head).end(body))
    const headers = { 'Accept-Encoding': 'br' }
    await visit('/', { headers })
    expect((await visit('/', { headers })).headers['content-encoding']).toBeUndefined()
  })

  test('what the origin compressed goes only to those who can read it', async () => {
    const { visit, asked } = await site((request, response) => {
      const isAccepted = request.headers['accept-encoding']?.includes('gzip') === true
      response.writeHead(200, { ...page, ...(isAccepted ? { 'Content-Encoding': 'gzip' } : {}) })
      response.end(isAccepted ? 'zipped' : 'plain')
    })
    const accept = (coding: string) => visit('/', { headers: { 'Accept-Encoding': coding } })
    expect((await accept('gzip, br')).text).toBe('zipped')
    // another wording of the same
    expect((await accept('br;q=1.0,gzip;q=0.8')).text).toBe('zipped')
    expect((await accept('identity')).text).toBe('plain')
    expect(asked).toHaveLength(2)
  })
})
