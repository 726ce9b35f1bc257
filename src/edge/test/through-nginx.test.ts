import { X509Certificate } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { selfSigned } from '../../service/test/certificate.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { temporaryFolder, testEdge, testOrigin } from './edge.ts'
import { raw } from './raw-connection.ts'
import { certificateFolder, handshake, http2Visitor, insertCertificate, shownFor } from './tls.ts'

/** A site whose origin answers so. */
async function site(answer: RequestListener, settings?: object) {
  const origin = await testOrigin(answer)
  return testEdge({ sites: [{ port: origin.port, ...(settings && { settings }) }] })
}

/** Answers with the lines that it got. */
const mirror: RequestListener = (request, response) => response.end(JSON.stringify(request.rawHeaders))

test('nginx answers what it keeps, without asking Node', async () => {
  const { visit, follow, totals, flush } = await site((_, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600', ETag: '"a"', 'Content-Length': 1 }).end('x')
  })
  for (let i = 0; i < 3; i++) expect((await visit('/')).text).toBe('x')
  expect((await visit('/', { headers: { 'If-None-Match': '"a"' } })).status).toBe(304)
  await follow()
  await flush()
  // Node saw the first
  expect(totals()).toMatchObject({ serviceRequests: 4, hits: 3, misses: 1 })
})

test('an origin tells nginx nothing', async () => {
  const { visit } = await site((request, response) => {
    response.writeHead(200, {
      'Cache-Control': request.url === '/private' ? 'private' : 'no-store',
      'X-Accel-Expires': '600',
      'X-Accel-Redirect': '/502.html',
      'Edge-Kept': '1 9999999999999 9999999999999 cache -',
      'Edge-Uncounted': '1',
    })
    response.end(String(Math.random()))
  })
  for (const path of ['/private', '/']) {
    const [one, two] = [await visit(path), await visit(path)]
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.text).not.toBe(two.text)
    for (const name of Object.keys(one.headers)) expect(name).not.toMatch(/^(?:x-accel|edge)-/)
  }
})

test('a visitor can’t pass for another one', async () => {
  const { visit } = await site(mirror)
  const headers = {
    'Edge-Visit': '192.0.2.1 https HTTP/1.1',
    'Edge-Target': 'http://other/',
    'X-Forwarded-For': '192.0.2.7',
  }
  const { status, text } = await visit('/', { headers })
  expect(status).toBe(200)
  expect(text).toContain('"X-Forwarded-For","127.0.0.1","X-Forwarded-Host"')
  expect(text).toContain('"X-Forwarded-Proto","http"')
  expect(text).not.toContain('192.0.2.1')
  expect(text.toLowerCase()).not.toContain('edge-')
})

test('fields that concern the connection go no further', async () => {
  const { visit } = await site(mirror)
  for (const connection of ['close, X-Secret', 'X-Secret, close', 'X-Secret', 'keep-alive, X-Secret']) {
    const { text } = await visit('/', { headers: { Connection: connection, 'X-Secret': 'it', 'X-Public': 'it' } })
    expect(text).toContain('X-Public')
    expect([connection, text.includes('X-Secret')]).toEqual([connection, false])
  }
})

test('what depends on more than the address is left to Node', async () => {
  let asked = 0
  const { visit } = await site((request, response) => {
    const body = `${++asked} ${String(request.headers['x-kind'])}`
    response.writeHead(200, { 'Cache-Control': 'max-age=600', 'Content-Length': body.length, Vary: 'X-Kind' }).end(body)
  })
  const kind = async (name: string) => (await visit('/', { headers: { 'X-Kind': name } })).text
  expect([await kind('a'), await kind('b'), await kind('a'), await kind('b')]).toEqual(['1 a', '2 b', '1 a', '2 b'])
})

test('nginx keeps nothing of a site whose settings look at visitors', async () => {
  const filters = [{ direction: 0, match: [{ name: 'Cookie', operator: 'CONTAIN', condition: 'session' }] }]
  let asked = 0
  const { visit } = await site(
    (_, response) => response.writeHead(200, { 'Cache-Control': 'max-age=600', 'Content-Length': 1 }).end(`${++asked}`),
    { defaultActions: { filters } },
  )
  const signedIn = { headers: { Cookie: 'session=1' } }
  expect([(await visit('/')).text, (await visit('/')).text, (await visit('/', signedIn)).text]).toEqual(['1', '1', '2'])
})

test('what nginx refuses itself, it refuses in the words of the edge', async () => {
  const { port } = await site(mirror)
  const refused = async (request: string) => {
    const connection = await raw(port)
    connection.write(request)
    return await connection.until('</html>\n')
  }
  const malformed = await refused('GET / HTTP/1.1\r\n\r\n')
  expect(malformed).toMatch(/^HTTP\/1\.1 400 /)
  expect(Buffer.from(malformed, 'latin1').toString()).toContain('The request can’t be understood.')
  expect(malformed).not.toMatch(/nginx/i)
  const large = await refused(`GET / HTTP/1.1\r\nHost: www.site.example\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)
  expect(large).toMatch(/^HTTP\/1\.1 431 /)
  const another = await refused('GET http://other.example/ HTTP/1.1\r\nHost: www.site.example\r\n\r\n')
  expect(another).toMatch(/^HTTP\/1\.1 400 /)
})

test('https shows the certificate that a site has at the moment', async () => {
  const origin = await testOrigin(mirror)
  const edge = await testEdge({ sites: [{ port: origin.port }], https: {} })
  const siteId = edge.sites[0]?.id ?? ''
  await expect(handshake(edge, 'www.site.example')).rejects.toThrow()
  for (const certificate of [selfSigned('www.site.example'), selfSigned('www.site.example')]) {
    await insertCertificate(edge, siteId, 'www.site.example', certificate)
    await edge.follow()
    await waitFor(async () =>
      expect(await shownFor(edge, 'www.site.example')).toBe(new X509Certificate(certificate.cert).fingerprint256),
    )
  }
  await expect(handshake(edge, 'other.example')).rejects.toThrow()
})

test('an empty body of unknown length ends in HTTP/2, too', async () => {
  const origin = await testOrigin((request, response) => request.pipe(response))
  const { path: folder } = certificateFolder('www.site.example')
  const edge = await testEdge({ sites: [{ port: origin.port }], https: { folder } })
  const { ask } = await http2Visitor(edge, 'www.site.example')
  for (const body of ['abc', ''])
    expect(await ask('/', { ':method': 'POST' }, body)).toMatchObject({ status: 200, text: body })
})

test.each([
  ['has room', 1, 1],
  ['is full', 2 ** 60, 0],
])('nginx keeps answers while its disk %s', async (_, leastFree, files) => {
  const origin = await testOrigin((_request, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600', 'Content-Length': 1 }).end('x')
  })
  const dataDir = temporaryFolder()
  const edge = await testEdge({ sites: [{ port: origin.port }], nginx: { dataDir, leastFree } })
  for (let i = 0; i < 3; i++) expect((await edge.visit('/')).text).toBe('x')
  const kept = readdirSync(join(dataDir, 'edge-cache'), { recursive: true, withFileTypes: true })
  expect(kept.filter((entry) => entry.isFile())).toHaveLength(files)
  const problem = { text: 'The disk of the cache is full: answers are passed on without being kept.', until: null }
  expect(edge.report().problems).toMatchObject(files === 0 ? [problem] : [])
  if (files > 0) return
  const { db } = edge.database
  const told = await waitFor(() => db.selectFrom('events').selectAll().executeTakeFirstOrThrow())
  expect(told).toMatchObject({ site_id: edge.sites[0]?.id, kind: 'cache.full', actor: 'service' })
  expect(JSON.parse(told.detail)).toEqual({ host: `www.site.example:${origin.port}`, location: 'here' })
})
