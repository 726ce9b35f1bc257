import { afterAll, describe, expect, test } from 'vitest'
import { selfSigned } from '../../test/certificate.ts'
import { freePort } from '../../test/free-port.ts'
import { PageBrowser } from './page-browser.ts'
import { chromiumPath, codes, html, issuesBesidesScore, page, pageTests } from './testing.ts'
import { never } from '../testing.ts'

const { servers, inBrowser, probesOf, site, measure, measureOne, close } = await pageTests()
afterAll(close)

describe.concurrent('a page without an answer', () => {
  test.each([
    [503, 3, 'http-5xx'],
    [404, 2, 'http-4xx'],
  ])('status %i', async (status, severity, code) => {
    const look = async (body: string) => {
      const port = await servers.http((_, answer) =>
        answer.writeHead(status, { 'content-type': 'text/html' }).end(body),
      )
      return measureOne(page(`http://www.shop.test:${port}/`))
    }
    for (const one of await Promise.all(['', '<p>sorry'].map(look))) {
      expect(one.issues).toMatchObject([{ severity, code }])
      expect(one.metrics.status_code).toBe(status)
      expect(one.metrics.service_score).toBeNull()
    }
  })

  test('an unknown name, a closed port, a bad certificate, a download', async () => {
    const secure = await servers.https((_, answer) => answer.end(), selfSigned('www.shop.test'))
    const zip = await servers.http((_, answer) => answer.writeHead(200, { 'content-type': 'application/zip' }).end('x'))
    const [unknown, ...others] = await Promise.all(
      [
        'http://nowhere.test/',
        `http://www.shop.test:${await freePort()}/`,
        `https://www.shop.test:${secure}/`,
        `http://www.shop.test:${zip}/`,
      ].map((url) => measureOne(page(url))),
    )
    expect(unknown?.issues).toMatchObject([
      { severity: 3, code: 'dns-failed', message: 'nowhere.test could not be resolved: no such name.' },
    ])
    expect(others.map(codes)).toEqual([['connect-failed'], ['tls-failed'], ['navigation-failed']])
  })

  test('one that never answers', async () => {
    const silent = await servers.http(() => undefined)
    const one = await measureOne(page(`http://www.shop.test:${silent}/`), inBrowser({ timeoutMs: 10_000 }))
    expect(one.issues).toMatchObject([
      { severity: 3, code: 'timeout', message: `www.shop.test:${silent} did not answer within 10 s.` },
    ])
  })

  test('no browser', async () => {
    const none = probesOf({ chromiumPath: undefined })
    expect(await none.browsers()).toEqual([])
    const both = await none.measure(page('http://www.shop.test/', { views: ['EMPTY', 'FULL'] }), never)
    expect(both.map(({ view, issues }) => [view, issues[0]?.code, issues[0]?.severity])).toEqual([
      ['EMPTY', 'no-browser', 3],
      ['FULL', 'no-browser', 3],
    ])
    const noBrowser = new PageBrowser('/bin/false', { sandbox: true })
    const broken = await measureOne(page('http://www.shop.test/'), inBrowser({}, noBrowser))
    expect(broken.issues).toMatchObject([{ severity: 3, code: 'no-browser' }])
  })

  test('cancelled, it throws at once, and the browser is good for the next', async () => {
    const closed = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const silent = await servers.http((request) => {
      arrived.resolve()
      request.socket.on('close', () => closed.resolve())
    })
    const abort = new AbortController()
    const measuring = measure(page(`http://www.shop.test:${silent}/`), abort.signal)
    await arrived.promise
    abort.abort(new Error('stopped'))
    await expect(measuring).rejects.toThrow('stopped')
    await closed.promise
    const port = await site({ '/': html('<p>x</p>') })
    expect(codes(await measureOne(page(`http://www.shop.test:${port}/`)))).toEqual([])
  })
})

describe.concurrent('a page that never finishes loading', () => {
  // long enough for a page to be shown on a busy machine
  // ten pages are opened at once, which takes a busy machine long
  const timeoutMs = 30_000
  const own = 'http://www.shop.test'
  const theirs = 'http://cdn.other.test'
  /**
   * Late enough for the check to see what is shown, because a page that waits for the next one doesn't answer it. Until then,
   * open requests keep the page from being done.
   */
  const onceShown = (script: string) =>
    `<script>
      const open = new AbortController()
      for (const n of [1, 2, 3]) fetch('/a.png?' + n, { signal: open.signal }).catch(() => {})
      new PerformanceObserver(() => setTimeout(() => { open.abort(); ${script} }, 10_000))
        .observe({ type: 'paint', buffered: true })
    </script>`
  const cases: Record<string, readonly [body: string, head: string, severity: number, why: string | null]> = {
    tag: [
      `<p>x</p><script async src="${theirs}/tag.js"></script>`,
      '',
      1,
      `third-party ${theirs}/tag.js did not answer`,
    ],
    // DOMContentLoaded doesn't come either
    blocking: [`<p>x</p><script src="${theirs}/a.js"></script>`, '', 1, `third-party ${theirs}/a.js did not answer`],
    frame: [`<p>x</p><iframe src="${theirs}/frame"></iframe>`, '', 1, `third-party ${theirs}/frame did not answer`],
    image: [
      `<p>x</p><img src="${own}/a.png"><img src="${theirs}/b.png">`,
      '',
      2,
      `${own}/a.png did not answer, and 1 more`,
    ],
    unopened: [
      '<p>x</p><iframe id="f"></iframe><script>f.contentDocument.open()</script>',
      '',
      2,
      'no request is open',
    ],
    styles: ['<p>x</p>', `<link rel="stylesheet" href="${theirs}/a.css">`, 3, `${theirs}/a.css did not answer`],
    empty: [`<script async src="${theirs}/app.js"></script>`, '', 3, `${theirs}/app.js did not answer`],
    // what was shown stays until the next page answers
    next: [`<p>x</p>${onceShown(`location = '/a.png'`)}`, '', 2, `${own}/a.png did not answer`],
    moving: [`<script>location = '/a.png'</script>`, '', 3, `${own}/a.png did not answer`],
    // the browser breaks off what it loads, and there is no event `load`
    download: [`<p>x</p><script>location = '/file.zip'</script>`, '', 0, null],
  }

  test('is as bad as what it waits for, and down only if it shows nothing', async () => {
    const silent = () => undefined
    const other = await servers.http(silent)
    const port = await site({
      ...Object.fromEntries(
        Object.entries(cases).map(([name, [body, head]]) => [`/${name}`, html(withPorts(body), withPorts(head))]),
      ),
      // the page itself doesn't end
      '/stream': (answer) => answer.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html><p>x</p>'),
      '/a.png': silent,
      '/file.zip': (answer) => answer.writeHead(200, { 'content-type': 'application/zip' }).end('x'),
    })
    function withPorts(text: string): string {
      return text.replaceAll(theirs, `${theirs}:${other}`).replaceAll(own, '')
    }
    const all: typeof cases = { ...cases, stream: ['', '', 2, `${own}/stream did not end`] }
    const look = (name: string) => measureOne(page(`${own}:${port}/${name}`), inBrowser({ timeoutMs }))
    for (const [name, measured] of await Promise.all(
      Object.keys(all).map(async (path) => [path, await look(path)] as const),
    )) {
      const [, , severity, why] = all[name] ?? []
      const { metrics } = measured
      const [issue] = issuesBesidesScore(measured)
      expect([name, issue?.severity ?? 0, issue?.message.replace(/^.*? s: /, '').replace(/:\d+/, '') ?? null]).toEqual([
        name,
        severity,
        why === null ? null : `${why}.`,
      ])
      expect([name, metrics.status_code]).toEqual([name, 200])
      expect([name, metrics.load !== null]).toEqual([name, name === 'next'])
      expect([name, metrics.first_contentful_paint !== null]).toEqual([name, severity !== 3])
      // what a page would have shown in the end isn't known
      if (why !== null) expect([name, metrics.service_score]).toEqual([name, null])
    }
  })
})

test.concurrent('a page whose script never ends is blocked for as long as it was watched', async () => {
  // blocked so long after load that it's seen on a busy machine, too; until then, pending requests keep the page from
  // being quiet, which would end the check. A request that the script waits for blocks like a loop, but takes no CPU time.
  const script = `addEventListener("load", () => {
    for (const n of [1, 2, 3]) fetch("/never?" + n)
    setTimeout(() => {
      const request = new XMLHttpRequest()
      request.open("GET", "/never?4", false)
      request.send()
    }, 8000)
  })`
  const port = await site({ '/': html(`<p>x</p><script>${script}</script>`), '/never': () => undefined })
  const { metrics } = await measureOne(page(`http://www.shop.test:${port}/`), inBrowser({ timeoutMs: 30_000 }))
  expect(metrics.load).toBeGreaterThan(0)
  expect(metrics.time_to_interact).toBeNull()
  expect(metrics.total_blocking_time).toBeGreaterThan(1000)
  expect(metrics.service_score).toBeLessThanOrEqual(70)
})

test.concurrent('a browser that dies is started again, and loads only the page that it is asked for', async () => {
  const browser = new PageBrowser(chromiumPath ?? '', { sandbox: process.getuid?.() !== 0 })
  try {
    let runs = 0
    const urls = await browser.use(async (opened) => {
      if (runs++ === 0) await opened.close()
      const shown = await (await opened.newContext()).newPage()
      await shown.goto('data:text/html,<p>x')
      const session = await opened.newBrowserCDPSession()
      const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
      return new Set(targetInfos.map(({ url }) => url))
    }, never)
    expect(runs).toBe(2)
    expect([...urls]).toEqual(['data:text/html,<p>x'])
  } finally {
    await browser.close()
  }
})
