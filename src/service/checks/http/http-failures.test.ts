import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { checkHttp } from './http-check.ts'
import { bodyOf, checkOf, never, openGuard, origins } from '../testing.ts'
import { freePort } from '../../test/free-port.ts'
import { scripted } from '../../test/scripted-resolver.ts'

const servers = origins()
afterEach(() => servers.close())

const options = { guard: openGuard({ 'a.test': ['127.0.0.1'], 'b.test': ['127.0.0.1'] }), timeoutMs: 60_000 }
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('redirects', () => {
  test('each have an entry, and times count from the first request', async () => {
    const port = await servers.http(async (request, answer) => {
      await wait(80)
      if (request.url === '/') answer.writeHead(302, { location: '/two' }).end('moved')
      else answer.end('here')
    })
    const { requests, metrics } = await checkHttp(checkOf(`http://a.test:${port}/`), options, never)
    expect(requests.map(({ url, status }) => [new URL(url).pathname, status])).toEqual([
      ['/', 302],
      ['/two', 200],
    ])
    expect(metrics.first_byte).toBeGreaterThanOrEqual(158)
    expect(metrics.status_code).toBe(200)
  })

  test.each([
    [301, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [307, 'POST', 'POST', 'data'],
    [301, 'DELETE', 'DELETE', 'data'],
  ])('%i turns %s into %s', async (status, method, then, body) => {
    const seen: unknown[] = []
    const port = await servers.http(async (request, answer) => {
      seen.push([request.method, await bodyOf(request)])
      if (request.url === '/') answer.writeHead(status, { location: '/two' })
      answer.end()
    })
    await checkHttp(checkOf(`http://a.test:${port}/`, { method, body: 'data' }), options, never)
    expect(seen).toEqual([
      [method, 'data'],
      [then, body],
    ])
  })

  test.each([307, 308])('%i to another origin drops the body, even when it leads back', async (status) => {
    const seen: unknown[] = []
    const ports = { a: 0, b: 0 }
    ports.a = await servers.http(async (request, answer) => {
      seen.push([request.method, request.url, await bodyOf(request)])
      if (request.url === '/') answer.writeHead(status, { location: `http://b.test:${ports.b}/other` })
      answer.end()
    })
    ports.b = await servers.http(async (request, answer) => {
      seen.push([request.method, request.url, await bodyOf(request)])
      answer.writeHead(status, { location: `http://a.test:${ports.a}/back` }).end()
    })
    await checkHttp(checkOf(`http://a.test:${ports.a}/`, { method: 'POST', body: 'secret' }), options, never)
    expect(seen).toEqual([
      ['POST', '/', 'secret'],
      ['POST', '/other', ''],
      ['POST', '/back', ''],
    ])
  })

  test('to another origin drop the configured headers and credentials, even when they lead back', async () => {
    const seen: unknown[] = []
    const ports = { a: 0, b: 0 }
    const record = (request: IncomingMessage) =>
      seen.push([request.url, request.headers.authorization, request.headers['x-secret']])
    ports.a = await servers.http((request, answer) => {
      record(request)
      const location =
        request.url === '/' ? '/same' : request.url === '/same' ? `http://b.test:${ports.b}/other` : undefined
      answer.writeHead(location ? 302 : 200, location ? { location } : {}).end()
    })
    ports.b = await servers.http((request, answer) => {
      record(request)
      answer.writeHead(302, { location: `http://a.test:${ports.a}/back` }).end()
    })
    const configured = { headers: [{ name: 'X-Secret', value: 's' }], credentials: { user: 'u', password: 'p' } }
    await checkHttp(checkOf(`http://a.test:${ports.a}/`, configured), options, never)
    expect(seen).toEqual([
      ['/', 'Basic dTpw', 's'],
      ['/same', 'Basic dTpw', 's'],
      ['/other', undefined, undefined],
      ['/back', undefined, undefined],
    ])
  })

  test('get the cookies that were set on the way, with the check’s own', async () => {
    const port = await servers.http((request, answer) => {
      const { cookie = '' } = request.headers
      if (cookie.includes('consent=yes')) answer.end(cookie)
      else answer.writeHead(302, { location: '/', 'set-cookie': ['consent=yes; Path=/', 'lang=de'] }).end()
    })
    const headers = [{ name: 'Cookie', value: 'sid=mine; lang=en' }]
    const { metrics, requests } = await checkHttp(checkOf(`http://a.test:${port}/`, { headers }), options, never)
    expect(metrics).toMatchObject({ status_code: 200 })
    expect(metrics.bytes_total).toBeGreaterThan('sid=mine; consent=yes; lang=de'.length)
    expect(requests).toHaveLength(2)
  })

  test('never take cookies to another host', async () => {
    const seen: unknown[] = []
    const ports = { b: 0 }
    ports.b = await servers.http((request, answer) => {
      seen.push(request.headers.cookie)
      answer.end()
    })
    const port = await servers.http((_, answer) =>
      answer.writeHead(302, { location: `http://b.test:${ports.b}/`, 'set-cookie': 'sid=1; Domain=test' }).end(),
    )
    const headers = [{ name: 'Cookie', value: 'sid=mine' }]
    await checkHttp(checkOf(`http://a.test:${port}/`, { headers }), options, never)
    expect(seen).toEqual([undefined])
  })

  test('are limited to twenty', async () => {
    let asked = 0
    const port = await servers.http((_, answer) => answer.writeHead(302, { location: `/${++asked}` }).end())
    const { issues, requests } = await checkHttp(checkOf(`http://a.test:${port}/`), options, never)
    expect(issues).toMatchObject([{ severity: 3, code: 'too-many-redirects' }])
    expect(requests).toHaveLength(21)
  })

  test('to another scheme are not followed', async () => {
    const port = await servers.http((_, answer) => answer.writeHead(302, { location: 'file:///etc/passwd' }).end())
    expect((await checkHttp(checkOf(`http://a.test:${port}/`), options, never)).issues).toMatchObject([
      { severity: 3, code: 'navigation-failed' },
    ])
  })
})

describe('private targets', () => {
  const table = { 'a.test': ['127.0.0.1'] }
  const closed = { ...options, guard: { resolver: scripted(table), allowPrivateTargets: false } }

  test.each(['http://127.0.0.1/', 'http://2130706433/', 'http://[::1]/', 'http://a.test/'])(
    '%s is refused',
    async (url) => {
      const { issues, metrics } = await checkHttp(checkOf(url), closed, never)
      expect(issues).toMatchObject([{ severity: 3, code: 'refused-target' }])
      expect(metrics.status_code).toBeNull()
    },
  )

  test('are refused as redirect targets', async () => {
    // No test has a public address at hand, so the guard lets the first target pass and judges only the second.
    const port = await servers.http((_, answer) =>
      answer.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    )
    let targets = 0
    const guard = {
      resolver: scripted({}),
      get allowPrivateTargets(): boolean {
        return ++targets === 1
      },
    }
    const { issues, requests } = await checkHttp(checkOf(`http://127.0.0.1:${port}/`), { ...closed, guard }, never)
    expect(issues).toMatchObject([{ severity: 3, code: 'refused-target' }])
    expect(requests).toMatchObject([
      { status: 302 },
      { status: null, error: expect.stringContaining('169.254.169.254') },
    ])
  })
})

describe.each([
  ['failures', null],
  ['failures on a throttled connection', { bandwidth_down: 0, bandwidth_up: 0, latency: 4, drop_rate: 0 }],
])('%s', (_on, connectivity) => {
  const throttled = (url: string) => checkOf(url, { connectivity })

  test.each([
    [503, 3, 'http-5xx'],
    [404, 2, 'http-4xx'],
  ])('status %i has severity %i', async (status, severity, code) => {
    const port = await servers.http((_, answer) => answer.writeHead(status).end())
    const { issues, metrics } = await checkHttp(throttled(`http://a.test:${port}/`), options, never)
    expect(issues).toMatchObject([{ severity, code }])
    expect(metrics.status_code).toBe(status)
  })

  test('an unknown name', async () => {
    const { issues } = await checkHttp(throttled('http://nowhere.test/'), options, never)
    expect(issues).toEqual([
      { severity: 3, code: 'dns-failed', message: 'nowhere.test could not be resolved: no such name.' },
    ])
  })

  test('a closed port', async () => {
    const port = await freePort()
    const { issues } = await checkHttp(throttled(`http://a.test:${port}/`), options, never)
    expect(issues).toEqual([
      {
        severity: 3,
        code: 'connect-failed',
        message: `No connection to a.test on port ${port}: the connection was refused.`,
      },
    ])
  })

  test.each([
    ['nothing', '', 'did not send a complete response'],
    ['something other than HTTP', 'SSH-2.0-x\r\n', 'is not valid HTTP'],
    [
      'half a body',
      'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf',
      'did not send a complete response: the server closed the connection.',
    ],
  ])('a server that sends %s', async (_, text, why) => {
    const port = await servers.raw(
      createServer((socket) => socket.once('data', () => socket.end(text))),
      '127.0.0.1',
    )
    const { issues } = await checkHttp(throttled(`http://a.test:${port}/`), options, never)
    expect(issues).toMatchObject([{ severity: 3, code: 'no-answer', message: expect.stringContaining(why) }])
  })

  test('a response that never ends times out and keeps the measurements so far', async () => {
    const port = await servers.http((_, answer) => answer.writeHead(200).write('x'))
    const { issues, requests } = await checkHttp(
      throttled(`http://a.test:${port}/`),
      { ...options, timeoutMs: 300 },
      never,
    )
    expect(issues).toEqual([
      { severity: 3, code: 'timeout', message: `a.test:${port} did not send a complete response within 0.3 s.` },
    ])
    expect(requests[0]).toMatchObject({ status: 200, error: expect.stringContaining('0.3 s') })
  })

  test('a body that is too large is read up to the limit', async () => {
    const port = await servers.http((_, answer) => answer.end(Buffer.alloc(4 * 1024 * 1024)))
    const { issues, metrics } = await checkHttp(
      throttled(`http://a.test:${port}/`),
      { ...options, maxBytes: 1024 * 1024 },
      never,
    )
    expect(issues).toMatchObject([{ severity: 0, code: 'body-too-large' }])
    expect(metrics.last_byte).toBeNull()
    expect(metrics.bytes_total).toBeGreaterThan(1024 * 1024)
    expect(metrics.bytes_total).toBeLessThan(2 * 1024 * 1024)
  })

  test('a cancelled check throws at once and closes its connection', async () => {
    const asked = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const port = await servers.http((request) => {
      request.socket.on('close', () => closed.resolve())
      asked.resolve()
    })
    const abort = new AbortController()
    const measuring = checkHttp(throttled(`http://a.test:${port}/`), options, abort.signal)
    await asked.promise
    abort.abort(new Error('stopped'))
    await expect(measuring).rejects.toThrow('stopped')
    await closed.promise
  })
})
