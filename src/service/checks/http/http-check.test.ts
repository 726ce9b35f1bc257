import type { RequestListener } from 'node:http'
import { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { metricNames } from '../../../contract/index.ts'
import { type Authority, issuedBy, selfSigned } from '../../test/certificate.ts'
import { checkHttp } from './http-check.ts'
import { bodyOf, checkOf, never, openGuard, origins } from '../testing.ts'
import { scripted } from '../../test/scripted-resolver.ts'

const servers = origins()
afterEach(() => servers.close())

const options = { guard: openGuard({ 'a.test': ['127.0.0.1'], 'b.test': ['127.0.0.1'] }), timeoutMs: 60_000 }
const certificate = selfSigned('a.test')
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('an HTTP check', () => {
  test('measures the phases of a slow response', async () => {
    const port = await servers.http(async (_, answer) => {
      await wait(200)
      answer.writeHead(200, { 'content-type': 'text/plain', 'x-twice': ['a', 'b'] })
      answer.write('x')
      await wait(150)
      answer.end('y'.repeat(999))
    })
    const { metrics, requests, issues, headers, view, applied } = await checkHttp(
      checkOf(`http://a.test:${port}/`),
      options,
      never,
    )
    expect(issues).toEqual([])
    expect(Object.keys(metrics).toSorted()).toEqual([...metricNames].toSorted())
    expect(metrics.status_code).toBe(200)
    expect(metrics.first_byte).toBeGreaterThanOrEqual(199)
    expect(metrics.last_byte).toBeGreaterThanOrEqual(348)
    expect(metrics.last_byte).toBeGreaterThan(metrics.first_byte ?? Infinity)
    expect(metrics.bytes_total).toBeGreaterThan(1000)
    expect(metrics.bytes_total).toBeLessThan(1400)
    expect(metrics.dns).toBeGreaterThanOrEqual(0)
    expect(metrics.connect).toBeGreaterThan(0)
    expect(metrics.tls).toBeNull()
    expect(metrics.load).toBeNull()
    expect(metrics.service_score).toBeNull()
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      method: 'GET',
      type: 'document',
      status: 200,
      protocol: 'http/1.1',
      start: expect.any(Number),
      error: null,
    })
    expect(headers.filter(({ name }) => name === 'x-twice').map(({ value }) => value)).toEqual(['a', 'b'])
    expect(requests[0]?.headers).toEqual(headers)
    expect({ view, applied }).toEqual({ view: null, applied: null })
  })

  test('asks for an empty query, which isn’t none', async () => {
    const port = await servers.http((request, answer) =>
      request.url === '/a?' ? answer.end() : answer.writeHead(302, { location: '?' }).end(),
    )
    const { metrics, requests } = await checkHttp(checkOf(`http://a.test:${port}/a`), options, never)
    expect([metrics.status_code, requests.length]).toEqual([200, 2])
  })

  test('has no dns metric for an IP address', async () => {
    const port = await servers.http((_, answer) => answer.end())
    expect((await checkHttp(checkOf(`http://127.0.0.1:${port}/`), options, never)).metrics.dns).toBeNull()
  })

  test('counts compressed bytes', async () => {
    const body = gzipSync('z'.repeat(100_000))
    const port = await servers.http((_, answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end(body))
    const { metrics } = await checkHttp(checkOf(`http://a.test:${port}/`), options, never)
    expect(metrics.bytes_total).toBeGreaterThan(body.length)
    expect(metrics.bytes_total).toBeLessThan(body.length + 400)
  })

  test('sends the method, body, headers and credentials', async () => {
    let seen: unknown
    const port = await servers.http(async (request, answer) => {
      const { authorization, 'x-key': key, 'x-name': name, 'content-length': length, host } = request.headers
      seen = {
        method: request.method,
        url: request.url,
        body: await bodyOf(request),
        authorization,
        key,
        name,
        length,
        host,
      }
      answer.end()
    })
    const headers = [
      { name: 'X-Key', value: 'one' },
      { name: 'x-key', value: 'two' },
      { name: 'X-Name', value: 'Zoë' },
      { name: 'Content-Length', value: '999' },
      { name: 'Host', value: 'www.c.test' },
    ]
    const credentials = { user: 'jo', password: 'pass:word' }
    await checkHttp(
      checkOf(`http://a.test:${port}/p?q=1`, { method: 'PUT', body: 'größe', headers, credentials }),
      options,
      never,
    )
    const authorization = `Basic ${Buffer.from('jo:pass:word').toString('base64')}`
    const name = Buffer.from('Zoë').toString('latin1')
    expect(seen).toEqual({
      method: 'PUT',
      url: '/p?q=1',
      body: 'größe',
      authorization,
      key: 'one, two',
      name,
      length: '7',
      host: 'www.c.test',
    })
  })
})

describe('TLS', () => {
  test('a handshake with a valid certificate is measured', async () => {
    const port = await servers.https((_, answer) => answer.end('x'.repeat(5000)), certificate)
    const { metrics, issues } = await checkHttp(
      checkOf(`https://a.test:${port}/`),
      { ...options, ca: certificate.cert },
      never,
    )
    expect(issues).toEqual([])
    expect(metrics.tls).toBeGreaterThan(0)
    expect(metrics.status_code).toBe(200)
    expect(metrics.bytes_total).toBeGreaterThan(5000)
    expect(metrics.bytes_total).toBeLessThan(5400)
  })

  test('a host with a final dot is asked for by its name without it', async () => {
    const seen: unknown[] = []
    const port = await servers.https((request, answer) => {
      seen.push(request.socket instanceof TLSSocket && request.socket.servername, request.headers.host)
      answer.end()
    }, certificate)
    const guard = openGuard({ 'a.test.': ['127.0.0.1'] })
    const check = checkOf(`https://a.test.:${port}/`)
    expect((await checkHttp(check, { ...options, guard, ca: certificate.cert }, never)).issues).toEqual([])
    expect(seen).toEqual(['a.test', `a.test.:${port}`])
  })

  test.each([
    ['from an unknown authority', 'a.test', undefined, 'the certificate is self-signed'],
    ['for another name', 'b.test', certificate.cert, 'the certificate is for another name'],
  ])('a certificate %s is a critical issue', async (_, host, ca, why) => {
    const port = await servers.https((_request, answer) => answer.end(), certificate)
    const { metrics, issues } = await checkHttp(checkOf(`https://${host}:${port}/`), { ...options, ca }, never)
    expect(issues).toEqual([{ severity: 3, code: 'tls-failed', message: `No secure connection to ${host}: ${why}.` }])
    expect(metrics.status_code).toBeNull()
    expect(metrics.connect).toBeGreaterThan(0)
  })
})

describe('the certificate that ends first', () => {
  const day = 24 * 3_600_000
  const now = Math.floor(Date.now() / 1000) * 1000
  const until = (days: number) => now + days * day
  const root = issuedBy(null, 'Root', until(3000))
  const pem = ({ key }: Authority) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
  const served = (host: Authority, ...others: Authority[]) => ({
    key: pem(host),
    cert: [host, ...others].map(({ cert }) => cert).join(''),
  })

  test.each([
    ['the host’s own', 20, 300, { hostname: 'a.test', authority: null, ends: until(20) }],
    ['an authority’s', 20, 5, { hostname: 'a.test', authority: 'R3', ends: until(5) }],
  ])('is %s', async (_, own, authority, expected) => {
    const r3 = issuedBy(root, 'R3', until(authority))
    const port = await servers.https((_request, answer) => answer.end(), served(issuedBy(r3, 'a.test', until(own)), r3))
    const measured = await checkHttp(checkOf(`https://a.test:${port}/`), { ...options, ca: root.cert }, never)
    expect(measured).toMatchObject({ issues: [], certificate: expected })
  })

  test.each([
    ['http', 5, 'b.test'],
    ['https', 50, 'a.test'],
  ])('may be that of another host on the way from %s', async (scheme, days, hostname) => {
    const target = await servers.https((_, answer) => answer.end(), served(issuedBy(root, 'b.test', until(days))))
    const redirect: RequestListener = (_, answer) => {
      answer.writeHead(301, { location: `https://b.test:${target}/` }).end()
    }
    const port = await (scheme === 'http'
      ? servers.http(redirect)
      : servers.https(redirect, served(issuedBy(root, 'a.test', until(5)))))
    const measured = await checkHttp(checkOf(`${scheme}://a.test:${port}/`), { ...options, ca: root.cert }, never)
    expect(measured).toMatchObject({ issues: [], certificate: { hostname, authority: null, ends: until(5) } })
  })
})

describe('with throttling', () => {
  test('times are no shorter than the connection allows, and the applied limits are reported', async () => {
    const port = await servers.http((_, answer) => answer.end(Buffer.alloc(60_000)))
    const connectivity = { bandwidth_down: 1600, bandwidth_up: 768, latency: 150, drop_rate: 0 }
    const { metrics, applied, issues } = await checkHttp(
      checkOf(`http://a.test:${port}/`, { connectivity }),
      options,
      never,
    )
    expect(issues).toEqual([])
    expect(metrics.connect).toBeGreaterThanOrEqual(150)
    // one round trip to connect and one for the request
    expect(metrics.first_byte).toBeGreaterThanOrEqual(300)
    // plus 480,000 bits at 1,600 kbps
    expect(metrics.last_byte).toBeGreaterThanOrEqual(590)
    expect(applied?.asked).toEqual(connectivity)
    expect(applied?.bandwidth_down).toBeGreaterThan(0)
    expect(applied?.bandwidth_down).toBeLessThan(1650)
    expect(applied?.latency).toBeGreaterThanOrEqual(150)
    expect(applied?.drop_rate).toBe(0)
  })

  test('https is the same, only slower', async () => {
    const port = await servers.https((_, answer) => answer.end(Buffer.alloc(60_000)), certificate)
    const connectivity = { bandwidth_down: 0, bandwidth_up: 0, latency: 20, drop_rate: 0 }
    const check = checkOf(`https://a.test:${port}/`)
    const plain = await checkHttp(check, { ...options, ca: certificate.cert }, never)
    const slow = await checkHttp({ ...check, connectivity }, { ...options, ca: certificate.cert }, never)
    expect(slow.issues).toEqual([])
    expect(slow.metrics.bytes_total).toBe(plain.metrics.bytes_total)
    expect(slow.metrics.tls).toBeGreaterThanOrEqual(20)
    // one round trip each to connect, to agree on keys, and for the request
    expect(slow.metrics.first_byte).toBeGreaterThanOrEqual(60)
  })

  test('failures keep their code', async () => {
    const connectivity = { bandwidth_down: 0, bandwidth_up: 0, latency: 10, drop_rate: 0 }
    const guard = { resolver: scripted({}), allowPrivateTargets: false }
    const codes = ['http://nowhere.test/', 'http://127.0.0.1/'].map(
      async (url) => (await checkHttp(checkOf(url, { connectivity }), { ...options, guard }, never)).issues[0]?.code,
    )
    expect(await Promise.all(codes)).toEqual(['dns-failed', 'refused-target'])
  })
})
