import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { testEdge, testOrigin, type Visit } from './edge.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, cookie: string) => unknown

/** A site that gives each visitor who has none a session, and how often it was asked. */
async function site(answer: Answer) {
  const asked: string[] = []
  const origin = await testOrigin((request, response) => {
    asked.push(request.url ?? '')
    void answer(request, response, `sid=${asked.length}`)
  })
  return { ...(await testEdge({ sites: [{ port: origin.port }] })), asked, origin }
}

const cookieOf = ({ headers }: Visit) => headers['set-cookie']?.[0]
const cookies = (visits: readonly Visit[]) => visits.map(cookieOf)

/** How pages that set a cookie are marked, and whether the page is shared without it. */
const pages: readonly (readonly [head: Readonly<Record<string, string>>, isShared: boolean])[] = [
  [{}, false],
  [{ ETag: '"a"' }, false],
  [{ 'Last-Modified': 'Wed, 01 Jan 2020 00:00:00 GMT', 'Content-Type': 'text/css' }, false],
  [{ 'Cache-Control': 'max-age=600' }, false],
  [{ 'Cache-Control': 'max-age=600', ETag: '"a"' }, false],
  [{ Expires: 'Fri, 01 Jan 2999 00:00:00 GMT' }, false],
  [{ 'Cache-Control': 'no-cache, public', ETag: '"a"' }, false],
  [{ 'Cache-Control': 'stale-while-revalidate=600', ETag: '"a"' }, false],
  [{ 'Cache-Control': 'public, max-age=600' }, true],
  [{ 'Cache-Control': 's-maxage=600' }, true],
  [{ 'Cache-Control': 'max-age=600, no-cache="Set-Cookie"' }, true],
  [{ 'CDN-Cache-Control': 'max-age=600' }, true],
]

test.each(['Set-Cookie', 'Set-Cookie2'])('no visitor gets the %s of another', async (name) => {
  const { visit } = await site(({ url }, response, cookie) => {
    const [head] = pages[Number(url?.slice(1))] ?? [{}]
    response.writeHead(200, { 'Content-Length': 1, ...head, [name]: cookie }).end('x')
  })
  for (const [i, [head, isShared]] of pages.entries()) {
    const visits = [
      await visit(`/${i}`),
      await visit(`/${i}`),
      await visit(`/${i}`, { headers: { Cookie: 'sid=mine' } }),
      await visit(`/${i}`, { method: 'HEAD' }),
    ]
    const seen = visits.map(({ headers }) => [headers[name.toLowerCase()]].flat()[0])
    expect([head, isShared, new Set(seen).size]).toEqual([head, isShared, isShared ? 2 : 4])
    if (isShared) expect(seen.slice(1)).toEqual([undefined, undefined, undefined])
  }
})

test('those who wait for one answer don’t get its cookie', async () => {
  const { visit } = await site(async (_, response, cookie) => {
    await delay(50)
    response.writeHead(200, { 'Cache-Control': 's-maxage=600', 'Set-Cookie': cookie }).end('x')
  })
  const visits = await Promise.all(Array.from({ length: 20 }, () => visit('/')))
  expect(cookies(visits).filter((cookie) => cookie !== undefined)).toEqual(['sid=1'])
})

test('the cookie of a 304 goes to the one who asked, with a page or with a 304', async () => {
  const { visit } = await site(({ headers }, response, cookie) => {
    const isKnown = headers['if-none-match'] === '"a"'
    const head = { ETag: '"a"', 'Content-Type': 'text/css', ...(headers.cookie ? {} : { 'Set-Cookie': cookie }) }
    response.writeHead(isKnown ? 304 : 200, head).end(isKnown ? undefined : 'x')
  })
  const mine = { Cookie: 'sid=mine' }
  expect(cookieOf(await visit('/', { headers: mine }))).toBeUndefined()
  const confirmed = await visit('/')
  expect([confirmed.headers['cache-status'], confirmed.text]).toEqual([
    'site-performance; fwd=stale; fwd-status=304; stored',
    'x',
  ])
  const known = await visit('/', { headers: { 'If-None-Match': '"a"' } })
  expect(known.status).toBe(304)
  expect(cookies([confirmed, known])).toEqual(['sid=2', 'sid=3'])
  expect(cookieOf(await visit('/', { headers: mine }))).toBeUndefined()
})

test('what answers while the origin is away or fails sets no cookie, and isn’t another’s page', async () => {
  let isBroken = false
  const { visit, asked, origin } = await site(({ url, headers }, response, cookie) => {
    if (isBroken) return response.writeHead(503, { 'Set-Cookie': cookie }).end()
    const head =
      url === '/said'
        ? { 'Cache-Control': 'public, max-age=1, stale-if-error=600', Age: '5', ETag: '"a"' }
        : { ETag: '"a"' }
    return response.writeHead(200, { ...head, ...(headers.cookie ? {} : { 'Set-Cookie': cookie }) }).end(headers.cookie)
  })
  for (const path of ['/said', '/personal']) await visit(path)
  await visit('/personal', { headers: { Cookie: 'sid=mine' } })
  isBroken = true
  expect(cookieOf(await visit('/said'))).toBeUndefined()
  origin.close()
  origin.closeAllConnections()
  await waitFor(async () => expect((await visit('/personal')).status).toBe(502))
  expect((await visit('/said')).status).toBe(200)
  expect(asked.length).toBeGreaterThan(3)
})

test('what a page is renewed with behind a visitor sets no cookie', async () => {
  const { visit, asked } = await site((_, response, cookie) =>
    response
      .writeHead(200, {
        'Cache-Control': 'public, max-age=1, stale-while-revalidate=600',
        Age: '5',
        'Set-Cookie': cookie,
      })
      .end('x'),
  )
  const first = await visit('/')
  const others = [await visit('/'), await visit('/')]
  await waitFor(() => expect(asked.length).toBeGreaterThan(1))
  expect(cookies([first, ...others, await visit('/')])).toEqual(['sid=1', undefined, undefined, undefined])
})

test('fields that the origin limits to one visitor are only sent to the one who asked', async () => {
  const { visit } = await site((_, response) =>
    response
      .writeHead(200, {
        'Cache-Control': 'max-age=600, private="X-User", no-cache="X-Token"',
        'Content-Length': 1,
        'X-User': 'anna',
        'X-Token': 't',
        'X-All': 'x',
      })
      .end('x'),
  )
  const [first, second, third] = [await visit('/'), await visit('/'), await visit('/')]
  expect(first.headers).toMatchObject({ 'x-user': 'anna', 'x-token': 't', 'x-all': 'x' })
  for (const { headers } of [second, third]) {
    expect(headers).toMatchObject({ 'x-all': 'x', 'cache-status': expect.stringContaining('hit') as string })
    expect([headers['x-user'], headers['x-token']]).toEqual([undefined, undefined])
  }
})

test('an origin that makes an answer private when it confirms it is obeyed', async () => {
  const { visit, asked } = await site(({ headers }, response) => {
    const isKnown = headers['if-none-match'] === '"a"'
    const control = isKnown ? 'private' : 'max-age=0'
    response.writeHead(isKnown ? 304 : 200, { ETag: '"a"', 'Cache-Control': control }).end(isKnown ? undefined : 'x')
  })
  const statuses: unknown[] = []
  for (let i = 0; i < 3; i++) statuses.push((await visit('/')).headers['cache-status'])
  expect(statuses).toEqual([
    'site-performance; fwd=uri-miss; stored',
    'site-performance; fwd=stale; fwd-status=304; detail="private"',
    'site-performance; fwd=uri-miss; stored',
  ])
  expect(asked).toHaveLength(3)
})
