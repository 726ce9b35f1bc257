import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { metricNames } from '../../../contract/index.ts'
import { codes, html, installedChromiumPath, issuesBesidesScore, page, pageTests } from './testing.ts'

const { servers, guard, inBrowser, probesOf, site, measure, measureOne, close } = await pageTests(installedChromiumPath)
afterAll(close)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a machine that measures has a Chromium', async () => {
  expect(installedChromiumPath).toBeDefined()
  expect(await probesOf().browsers()).toEqual([
    { name: expect.stringMatching(/chrom/i), version: expect.stringMatching(/^\d+\./) },
  ])
})

// A busy machine makes everything later, never earlier: times have lower bounds only. `npm run bench` measures accuracy.

test('measures a page with known delays, in both views', async () => {
  const picture = randomBytes(60_000)
  const cacheable = { 'cache-control': 'max-age=3600' }
  const port = await site({
    '/': (answer) => answer.writeHead(302, { location: '/home' }).end(),
    '/home': async (answer) => {
      await wait(300)
      html(
        '<h1 style="font-size:80px">Hello</h1><img src="/late.svg" width="900" height="600"><script src="/app.js"></script>',
        '<title>Shop</title>',
      )(answer)
    },
    '/late.svg': async (answer) => {
      await wait(400)
      answer.writeHead(200, { 'content-type': 'image/svg+xml', ...cacheable })
      answer.end(
        `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="navy"/><!--${picture.toString('hex')}--></svg>`,
      )
    },
    '/app.js': (answer) => {
      answer.writeHead(200, { 'content-type': 'text/javascript', 'set-cookie': 'id=1', ...cacheable })
      // A long task well after the first paint
      answer.end(
        'addEventListener("load", () => setTimeout(() => { const end = performance.now() + 250; while (performance.now() < end); }, 300))',
      )
    },
  })
  const [empty, full] = await measure(
    page(`http://www.shop.test:${port}/`, { views: ['EMPTY', 'FULL'], screenshots: true }),
  )
  if (!empty || !full) throw new Error('two views were asked for')
  const m = empty.metrics

  expect(codes(empty)).toEqual([])
  expect([empty.view, full.view]).toEqual(['EMPTY', 'FULL'])
  expect(Object.keys(m).toSorted()).toEqual([...metricNames].toSorted())
  for (const time of [m.first_byte, m.time_to_title, m.first_paint, m.first_contentful_paint, m.dom_content_loaded])
    expect(time).toBeGreaterThanOrEqual(300)
  expect(m.last_byte).toBeGreaterThanOrEqual(m.first_byte ?? Infinity)
  expect(m.first_contentful_paint).toBeGreaterThanOrEqual(m.first_paint ?? Infinity)
  for (const time of [m.time_to_display, m.load]) expect(time).toBeGreaterThanOrEqual(700)
  // the task starts 300 ms after the load and takes 250 ms, of which 200 ms block
  expect(m.time_to_interact).toBeGreaterThanOrEqual(700 + 540)
  expect(m.total_blocking_time).toBeGreaterThanOrEqual(190)
  expect(m.speed_index).toBeGreaterThanOrEqual(250)
  expect(m.cumulative_layout_shift).toBe(0)
  expect(m.status_code).toBe(200)
  expect(m.asset_count).toBe(3)
  expect(m.bytes_total).toBeGreaterThan(120_000)
  expect(m.bytes_total).toBeLessThan(123_000)
  expect([m.request_errors, m.js_errors, m.console_errors]).toEqual([0, 0, 0])
  expect(m.service_score).toBeGreaterThan(0)
  expect(m.service_score).toBeLessThanOrEqual(100)
  expect(m.dns).toBeGreaterThanOrEqual(0)
  expect(m.tls).toBeNull()

  expect(empty.requests.map(({ url, type, status }) => [new URL(url).pathname, type, status])).toEqual([
    ['/', 'document', 302],
    ['/home', 'document', 200],
    ['/late.svg', 'image', 200],
    ['/app.js', 'js', 200],
  ])
  const [first, home] = empty.requests
  expect(first?.connect).toBeGreaterThanOrEqual(0)
  expect(home?.wait).toBeGreaterThan(150)
  // the browser may have opened the connection before the request, so its phases may exceed the request
  for (const { start, end, wait: waited, receive } of empty.requests)
    expect((end ?? 0) - start).toBeGreaterThanOrEqual((waited ?? 0) + (receive ?? 0) - 10)
  expect(empty.headers.find(({ name }) => name.toLowerCase() === 'x-made-by')?.value).toBe('test')
  const ofScript = empty.requests[3]?.headers?.map(({ name, value }) => `${name.toLowerCase()}: ${value}`)
  expect(ofScript).toContain('content-type: text/javascript')
  expect(ofScript?.filter((header) => header.startsWith('set-cookie'))).toEqual([])

  expect(empty.screenshots.length).toBeGreaterThan(1)
  for (const { content_type, data } of empty.screenshots) {
    expect(content_type).toBe('image/jpeg')
    expect([...data.subarray(0, 2)]).toEqual([0xff, 0xd8])
  }
  const times = empty.screenshots.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times[0]).toBeGreaterThanOrEqual(0)

  expect(full.metrics.bytes_total).toBeLessThan(5000)
  expect(full.metrics.asset_count).toBe(3)
  expect(full.requests[0]?.connect).toBeGreaterThan(0)
})

test.concurrent('what fails in a page', async () => {
  const other = await servers.http((_, answer) => answer.writeHead(500).end())
  const port = await site({
    '/': html(`<p>x</p>
      <script src="http://cdn.other.test:${other}/tag.js"></script>
      <img src="http://static.shop.test:${other}/logo.png">
      <iframe src="http://cdn.other.test:${other}/frame"></iframe>
      <script>setTimeout(() => { throw new Error('it broke') })</script>
      <script>console.error('careful', 7); console.warn('not this')</script>`),
  })
  const one = await measureOne(page(`http://www.shop.test:${port}/`))
  expect(codes(one).toSorted()).toEqual([
    'asset-failed',
    'console-error',
    'third-party-failed',
    'third-party-failed',
    'uncaught-exception',
  ])
  expect(one.metrics).toMatchObject({ request_errors: 3, js_errors: 1, console_errors: 1, status_code: 200 })
  expect(one.issues[0]?.severity).toBe(2)
  expect(one.issues.find(({ code }) => code === 'uncaught-exception')?.message).toContain('it broke')
  expect(one.issues.find(({ code }) => code === 'console-error')?.message).toContain('careful 7')
})

describe.concurrent('the way out', () => {
  test('goes to no private address, whatever its form', async () => {
    const seen: (string | undefined)[] = []
    const port = await servers.http((request, answer) => {
      seen.push(request.url)
      answer.end('secret')
    })
    const guarded = inBrowser({ guard: { ...guard, allowPrivateTargets: false } })
    const look = async (host: string) => {
      const one = await measureOne(page(`http://${host}:${port}/`), guarded)
      expect([host, ...codes(one)]).toEqual([host, 'refused-target'])
      expect(one.issues[0]?.severity).toBe(3)
      expect(one.metrics.status_code).toBeNull()
    }
    await Promise.all(['127.0.0.1', 'localhost', 'www.shop.test', '[::1]', '2130706433', 'inner.test'].map(look))
    expect(seen).toEqual([])
  })

  test('an inner address behind an asset, a redirect or a script is refused, and the sample says so', async () => {
    // tests have no public address: the shop's is private but allowed, and only that of the inner host is refused
    const withoutInner = inBrowser({ guard: { ...guard, refusedNetworks: ['10.0.0.0/8'] } })
    const port = await site({
      '/asset': html('<p>x</p><img src="http://inner.test/x.png">'),
      '/redirect': (answer) => answer.writeHead(302, { location: 'http://inner.test/' }).end(),
      // without an end, so that the page isn't quiet before it has moved on
      '/script': (answer) =>
        answer
          .writeHead(200, { 'content-type': 'text/html' })
          .write('<script>location = "http://inner.test/"</script>'),
    })
    const look = (path: string) => measureOne(page(`http://www.shop.test:${port}${path}`), withoutInner)
    const [asset, redirect, script] = await Promise.all([look('/asset'), look('/redirect'), look('/script')])
    const sentence =
      'inner.test resolves to 10.0.0.1, which is not a public address (refused by the operator), so no request was sent.'
    expect(issuesBesidesScore(asset)).toEqual([
      {
        severity: 1,
        code: 'third-party-failed',
        message: `http://inner.test/x.png (third party) failed: ${sentence}`,
      },
    ])
    expect(asset.metrics.request_errors).toBe(1)
    expect(redirect.issues).toEqual([{ severity: 3, code: 'refused-target', message: sentence }])
    expect(redirect.metrics.status_code).toBeNull()
    expect(script.issues).toEqual([{ severity: 3, code: 'refused-target', message: sentence }])
  })
})

test.concurrent('own headers and credentials go to the own origin only', async () => {
  const seen: Record<string, unknown[]> = {}
  const record = (request: IncomingMessage) =>
    (seen[request.url ?? ''] = [request.headers.authorization, request.headers['x-secret']])
  const other = await servers.http((request, answer) => {
    record(request)
    answer.writeHead(200, { 'access-control-allow-origin': '*' }).end()
  })
  const port = await site({
    '/': (answer, request) => {
      record(request)
      html(`<p>x</p><img src="/own.png"><img src="/away.png"><img src="http://cdn.other.test:${other}/theirs.png">`)(
        answer,
      )
    },
    '/own.png': (answer, request) => {
      record(request)
      answer.end()
    },
    '/away.png': (answer, request) => {
      record(request)
      answer.writeHead(302, { location: `http://cdn.other.test:${other}/moved.png` }).end()
    },
  })
  const own = { headers: [{ name: 'X-Secret', value: 's' }], credentials: { user: 'u', password: 'p' } }
  await measureOne(page(`http://www.shop.test:${port}/`, own))
  expect(seen).toEqual({
    '/': ['Basic dTpw', 's'],
    '/own.png': ['Basic dTpw', 's'],
    '/away.png': ['Basic dTpw', 's'],
    '/moved.png': [undefined, undefined],
    '/theirs.png': [undefined, undefined],
  })
})

test.concurrent('own headers and credentials don’t go where another origin sends the check', async () => {
  const own = { headers: [{ name: 'X-Secret', value: 's' }], credentials: { user: 'u', password: 'p' } }
  const withSecrets: Record<string, boolean> = {}
  const record = ({ url = '', headers }: IncomingMessage) =>
    (withSecrets[url] = headers.authorization !== undefined && headers['x-secret'] === 's')
  const other = await servers.http((request, answer) => {
    record(request)
    const location = new URL(request.url ?? '/', 'http://x').searchParams.get('to')
    if (location) answer.writeHead(302, { location, 'access-control-allow-origin': '*' }).end()
    else html(`<img src="http://www.shop.test:${port}/framed.png">`)(answer)
  })
  const theirs = `http://cdn.other.test:${other}`
  const redirect = (location: string) => (answer: ServerResponse) => answer.writeHead(302, { location }).end()
  const routes: Record<string, (answer: ServerResponse) => unknown> = {
    '/': redirect('/home'),
    '/home': (answer) =>
      html(`<p>x</p><img src="/near.png"><img src="/far.png"><img src="${theirs}/in.png?to=${us('/chosen.png')}">
        <iframe src="${theirs}/their-frame"></iframe><iframe src="/frame"></iframe>
        <script>new Worker('/worker.js')</script>`)(answer),
    '/near.png': redirect('/nearer.png'),
    '/far.png': (answer) => redirect(`${theirs}/?to=${us('/back.png')}`)(answer),
    '/frame': html('<img src="/own-frame.png">'),
    '/worker.js': (answer) => answer.writeHead(200, { 'content-type': 'text/javascript' }).end('fetch("/worker.json")'),
    '/sent-away': (answer) => redirect(`${theirs}/login?to=${us('/returned')}`)(answer),
    '/returned': html('<p>x</p><img src="/returned.png">'),
    '/script': (answer) => html(`<script>location = '${theirs}/gone?to=${us('/returned-too')}'</script>`)(answer),
    '/returned-too': html('<p>x</p>'),
  }
  const port = await servers.http((request, answer) => {
    record(request)
    const route = routes[request.url ?? '']
    if (route) route(answer)
    else answer.end()
  })
  function us(path: string): string {
    return encodeURIComponent(`http://www.shop.test:${port}${path}`)
  }
  await Promise.all(
    ['/', '/sent-away', '/script'].map((path) => measureOne(page(`http://www.shop.test:${port}${path}`, own))),
  )
  const paths = Object.keys(withSecrets).filter((url) => !url.includes('?') && url !== '/favicon.ico')
  const sentTo = (yes: boolean) => paths.filter((path) => withSecrets[path] === yes).toSorted()
  expect(sentTo(true).join(' ')).toBe(
    '/ /far.png /frame /home /near.png /nearer.png /own-frame.png /script /sent-away /worker.js /worker.json',
  )
  expect(sentTo(false).join(' ')).toBe(
    '/back.png /chosen.png /framed.png /returned /returned-too /returned.png /their-frame',
  )
})

test.concurrent('a page that a service worker answers has no connection, though the worker itself is asked for', async () => {
  const worker = `addEventListener('install', () => skipWaiting())
    addEventListener('activate', (event) => event.waitUntil(clients.claim()))
    addEventListener('fetch', (event) => {
      if (event.request.mode !== 'navigate') return
      event.respondWith(new Response('<p>kept</p><img src="/a.png">', { headers: { 'content-type': 'text/html' } }))
    })`
  const port = await site({
    // a request is open until the worker is there, so that the first view doesn't end before
    '/': html(`<p>x</p><script>
      const waiting = new AbortController()
      fetch('/never', { signal: waiting.signal }).catch(() => {})
      navigator.serviceWorker.register('/worker.js')
      navigator.serviceWorker.ready.then(() => waiting.abort())
    </script>`),
    '/never': () => undefined,
    '/worker.js': (answer) => answer.writeHead(200, { 'content-type': 'text/javascript' }).end(worker),
    '/a.png': (answer) => answer.end(),
  })
  const views = await measure(page(`http://localhost:${port}/`, { views: ['EMPTY', 'FULL'] }))
  expect(views.map(({ metrics }) => metrics.connect)).toEqual([expect.any(Number), null])
  expect(views[1]?.requests.map(({ url, connect }) => [new URL(url).pathname, connect])).toEqual([
    ['/', null],
    ['/a.png', expect.any(Number)],
  ])
})

test.concurrent('on a slow connection the page loads no faster than it allows, and what was applied is reported', async () => {
  const port = await site({ '/': html(`<p>x</p><!--${'y'.repeat(100_000)}-->`) })
  const connectivity = { bandwidth_down: 1600, bandwidth_up: 768, latency: 300, drop_rate: 0 }
  const one = await measureOne(page(`http://www.shop.test:${port}/`, { connectivity }))
  const { metrics, applied } = one
  expect(codes(one)).toEqual([])
  expect(metrics.connect).toBeGreaterThan(299)
  // the browser rounds its clock
  expect(metrics.first_byte).toBeGreaterThan(599)
  // 100,000 bytes at 1,600 kbps are 500 ms
  expect(metrics.load).toBeGreaterThanOrEqual(1090)
  expect(applied?.bandwidth_down).toBeGreaterThan(0)
  expect(applied?.bandwidth_down).toBeLessThan(1680)
  expect(applied?.latency).toBeGreaterThanOrEqual(300)
})
