import { afterAll, expect, test } from 'vitest'
import { issuesBesidesScore, html, page, pageTests } from './testing.ts'
import { failureWords, isHarmless, type LoadingFailed } from './refusals.ts'

const { servers, site, measureOne, close } = await pageTests()
afterAll(close)

const cors = { errorText: 'net::ERR_FAILED', corsErrorStatus: { corsError: 'MissingAllowOriginHeader' } }

test.each<[string, LoadingFailed, null | string]>([
  ['cancelled', { type: 'Image', errorText: 'net::ERR_ABORTED', canceled: true }, null],
  ['ORB', { type: 'Image', errorText: 'net::ERR_BLOCKED_BY_ORB', canceled: false }, null],
  ['CSP', { type: 'Script', errorText: '', blockedReason: 'csp' }, null],
  ['CORS of a script’s request', { type: 'Fetch', ...cors }, null],
  ['CORS of XMLHttpRequest', { type: 'XHR', ...cors }, null],
  ['CORS of an event stream', { type: 'EventSource', ...cors }, null],
  ['a redirect that a script refuses', { type: 'Fetch', errorText: 'net::ERR_FAILED' }, null],
  [
    'CORP of a script’s request',
    { type: 'Fetch', errorText: 'net::ERR_BLOCKED_BY_RESPONSE.NotSameOrigin', blockedReason: 'corp-not-same-origin' },
    null,
  ],
  ['a page that its worker fails', { type: 'Document', errorText: 'net::ERR_FAILED' }, 'net::ERR_FAILED'],
  ['CORS of a font', { type: 'Font', ...cors }, 'blocked by CORS (MissingAllowOriginHeader)'],
  [
    'a frame that isn’t shown',
    { type: 'Document', errorText: 'net::ERR_BLOCKED_BY_RESPONSE', blockedReason: 'other' },
    'it refuses to be shown in a frame',
  ],
  [
    'CORP',
    { type: 'Image', errorText: 'net::ERR_BLOCKED_BY_RESPONSE.NotSameOrigin', blockedReason: 'corp-not-same-origin' },
    'blocked (corp-not-same-origin)',
  ],
  ['mixed content', { type: 'Script', errorText: '', blockedReason: 'mixed-content' }, 'blocked (mixed-content)'],
  ['no connection', { type: 'Fetch', errorText: 'net::ERR_CONNECTION_REFUSED' }, 'net::ERR_CONNECTION_REFUSED'],
  ['no reason', { type: 'Image', errorText: '' }, 'failed'],
])('%s', (_, event, words) => {
  expect(isHarmless(event) ? null : failureWords(event)).toBe(words)
})

const laterHandled = (name: string) =>
  `const ${name} = Promise.reject(new Error('${name}, handled later')); setTimeout(() => ${name}.catch(() => 0), 100)`

test.concurrent('what a page asks in vain counts where it fails a visitor, and not where the browser only keeps a rule', async () => {
  const answers: Record<string, [number, Record<string, string>]> = {
    '/beacon': [200, { 'content-type': 'text/html' }],
    '/gone.png': [404, { 'content-type': 'text/html' }],
    '/broken.png': [500, { 'content-type': 'text/html' }],
    '/moved.png': [302, { location: '/beacon?moved' }],
    '/api': [200, { 'content-type': 'application/json' }],
    '/guarded': [200, { 'cross-origin-resource-policy': 'same-origin' }],
    '/font': [200, { 'content-type': 'font/woff2' }],
    '/basic.png': [401, { 'www-authenticate': 'Basic realm="staff"' }],
    '/digest.js': [401, { 'www-authenticate': 'Digest realm="staff", nonce="1", qop="auth"' }],
    '/ntlm': [401, { 'www-authenticate': 'NTLM' }],
    '/proxy.png': [407, { 'proxy-authenticate': 'Basic realm="staff"' }],
  }
  const other = await servers.http((request, answer) => {
    const url = new URL(request.url ?? '/', 'http://x')
    const [status, headers] = answers[url.pathname] ?? [404, {}]
    answer.writeHead(status, headers).end('<!doctype html><html><body>as an answer</body></html>')
  })
  const own = `http://localhost:${other}`
  const theirs = `http://cdn.other.test:${other}`
  const frame = html(`<script>${laterHandled('framed')}</script>`)
  const away = await site({ '/frame': frame })
  const port = await site({
    '/': (answer) => {
      // speculation rules need a trustworthy address, and localhost is one
      answer.setHeader('speculation-rules', '"/rules-of-next"')
      answer.setHeader('content-security-policy', `style-src 'unsafe-inline'; report-uri ${own}/report`)
      html(
        `<style>@font-face { font-family: own; src: url(${own}/font) } p { font-family: own }</style><p>Hello</p>
        <link rel="stylesheet" href="/forbidden.css">
        <img src="${own}/beacon"><img src="${own}/moved.png"><script src="${own}/beacon?script"></script>
        <img src="${own}/gone.png"><img src="${theirs}/broken.png">
        <img src="${own}/basic.png"><script src="${own}/digest.js"></script><iframe src="${own}/ntlm"></iframe>
        <img src="${theirs}/proxy.png">
        <iframe src="/frame"></iframe><iframe src="http://cdn.other.test:${away}/frame"></iframe>
        <script>
          fetch('${own}/api').catch(() => 0)
          new EventSource('${own}/api')
          fetch('${own}/moved.png', { redirect: 'error' }).catch(() => 0)
          fetch('${own}/guarded', { mode: 'no-cors' }).catch(() => 0)
          fetch('/prefetched', { headers: { purpose: 'prefetch' } })
          fetch('/prefetched/2', { headers: { 'x-sec-purpose': 'prefetch' } })
          fetch('/prefetched/3', { headers: { 'x-moz': 'prefetch' } })
          fetch('/prefetched/4', { headers: { 'next-router-prefetch': '1' } })
          navigator.sendBeacon('${own}/logged', 'x')
          ${laterHandled('inPage')}
          new Worker('/worker.js')
          setTimeout(() => Promise.reject(new Error('never handled')))
          addEventListener('load', () => setTimeout(() => (location = '/file.zip')))
        </script>
        <script type="speculationrules">{ "prefetch": [{ "urls": ["/next"] }] }</script>`,
        `<link rel="prefetch" href="/later"><link rel="prefetch" as="script" href="${theirs}/later.js">`,
      )(answer)
    },
    '/frame': frame,
    '/worker.js': (answer) =>
      answer.writeHead(200, { 'content-type': 'text/javascript' }).end(laterHandled('inWorker')),
    '/file.zip': (answer) => answer.writeHead(200, { 'content-type': 'application/zip' }).end('x'),
  })
  const measured = await measureOne(page(`http://localhost:${port}/`))
  const found = issuesBesidesScore(measured).map(
    ({ code, message }) =>
      `${code}: ${message.replaceAll(own, 'own').replaceAll(theirs, 'theirs').replace(/'.*/, '…')}`,
  )
  expect(found.toSorted()).toEqual([
    'asset-failed: own/basic.png failed: status 401',
    'asset-failed: own/digest.js failed: status 401',
    'asset-failed: own/font failed: blocked by CORS (MissingAllowOriginHeader)',
    'asset-failed: own/gone.png failed: status 404',
    'asset-failed: own/ntlm failed: status 401',
    'console-error: Console error: Loading the stylesheet …',
    'third-party-failed: theirs/broken.png (third party) failed: status 500',
    'third-party-failed: theirs/proxy.png (third party) failed: status 407',
    'uncaught-exception: Uncaught exception: Error: never handled',
  ])
  const { metrics, requests } = measured
  expect(metrics).toMatchObject({ status_code: 200, request_errors: 7, js_errors: 1, load: expect.any(Number) })
  // the page is what a visitor sees, not the download that it began
  expect(metrics.last_byte).toBeLessThan(requests.find(({ url }) => url.endsWith('.zip'))?.start ?? 0)
  expect(
    requests.map(({ url }) => new URL(url).pathname).filter((path) => /prefetched|later|next|rules/.test(path)),
  ).toEqual([])
  expect(requests.find(({ url }) => url === `${own}/beacon`)).toMatchObject({ status: 200, error: null })
})

test.concurrent('a page that asks for a password or a proxy’s is one that answered so', async () => {
  const port = await site({
    '/401': (answer) => answer.writeHead(401, { 'www-authenticate': 'Basic realm="staff"' }).end('<p>staff only'),
    '/407': (answer) => answer.writeHead(407, { 'proxy-authenticate': 'Basic realm="staff"' }).end('<p>staff only'),
  })
  const measured = await Promise.all(
    ['/401', '/407'].map((path) => measureOne(page(`http://www.shop.test:${port}${path}`))),
  )
  expect(measured.map(({ issues }) => issues)).toMatchObject(
    [401, 407].map((status) => [
      { severity: 2, code: 'http-4xx', message: `The page answered with status ${status}.` },
    ]),
  )
})
