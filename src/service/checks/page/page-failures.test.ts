import { afterAll, describe, expect, test } from 'vitest'
import { selfSigned } from '../../test/certificate.ts'
import { PageBrowser } from './page-browser.ts'
import { chromiumPath, codes, html, page, pageTests } from './testing.ts'
import { never, origins } from '../testing.ts'

const { servers, probes, probesOf, site, measureOne, close } = await pageTests()
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
    const closing = origins()
    const gone = await closing.http(() => undefined)
    await closing.close()
    const secure = await servers.https((_, answer) => answer.end(), selfSigned('www.shop.test'))
    const zip = await servers.http((_, answer) => answer.writeHead(200, { 'content-type': 'application/zip' }).end('x'))
    const [unknown, ...others] = await Promise.all(
      [
        'http://nowhere.test/',
        `http://www.shop.test:${gone}/`,
        `https://www.shop.test:${secure}/`,
        `http://www.shop.test:${zip}/`,
      ].map((url) => measureOne(page(url))),
    )
    expect(unknown?.issues).toMatchObject([
      { severity: 3, code: 'dns-failed', message: 'nowhere.test could not be resolved: no such name.' },
    ])
    expect(others.map(codes)).toEqual([['connect-failed'], ['tls-failed'], ['navigation-failed']])
  })

  test('one that never answers, and one that never finishes', async () => {
    // long enough for a page to load on a busy machine
    const impatient = probesOf({ timeoutMs: 30_000 })
    const silent = await servers.http(() => undefined)
    const endless = await site({ '/': html('<p>here</p><img src="/never.png">'), '/never.png': () => undefined })
    const [one, two] = await Promise.all(
      [silent, endless].map((port) => measureOne(page(`http://www.shop.test:${port}/`), impatient)),
    )
    expect(one?.issues).toMatchObject([
      { severity: 3, code: 'timeout', message: `www.shop.test:${silent} did not answer within 30 s.` },
    ])
    expect(two?.issues).toMatchObject([
      { severity: 3, code: 'timeout', message: expect.stringContaining('did not finish loading') },
    ])
    expect(two?.metrics.first_contentful_paint).toBeGreaterThan(0)
    expect(two?.metrics.load).toBeNull()
    expect(two?.metrics.status_code).toBe(200)
  })

  test('no browser', async () => {
    const none = probesOf({ chromiumPath: undefined })
    expect(await none.browsers()).toEqual([])
    const both = await none.measure(page('http://www.shop.test/', { views: ['EMPTY', 'FULL'] }), never)
    expect(both.map(({ view, issues }) => [view, issues[0]?.code, issues[0]?.severity])).toEqual([
      ['EMPTY', 'no-browser', 3],
      ['FULL', 'no-browser', 3],
    ])
    const broken = await measureOne(page('http://www.shop.test/'), probesOf({ chromiumPath: '/bin/false' }))
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
    const measuring = probes.measure(page(`http://www.shop.test:${silent}/`), abort.signal)
    await arrived.promise
    abort.abort(new Error('stopped'))
    await expect(measuring).rejects.toThrow('stopped')
    await closed.promise
    const port = await site({ '/': html('<p>x</p>') })
    expect(codes(await measureOne(page(`http://www.shop.test:${port}/`)))).toEqual([])
  })
})

test.concurrent('a page whose script never ends is blocked for as long as it was watched', async () => {
  // blocked so long after load that it's seen on a busy machine, too; until then, pending requests keep the page from
  // being quiet, which would end the check
  const script = `addEventListener("load", () => {
    for (const n of [1, 2, 3]) fetch("/never?" + n)
    setTimeout(() => { for (;;); }, 8000)
  })`
  const port = await site({ '/': html(`<p>x</p><script>${script}</script>`), '/never': () => undefined })
  const { metrics } = await measureOne(page(`http://www.shop.test:${port}/`), probesOf({ timeoutMs: 30_000 }))
  expect(metrics.load).toBeGreaterThan(0)
  expect(metrics.time_to_interact).toBeNull()
  expect(metrics.total_blocking_time).toBeGreaterThan(1000)
  expect(metrics.service_score).toBeLessThanOrEqual(70)
})

test.concurrent('a browser that dies is started again', async () => {
  const browser = new PageBrowser(chromiumPath ?? '', { sandbox: process.getuid?.() !== 0 })
  try {
    let runs = 0
    const version = await browser.use(async (opened) => {
      if (runs++ === 0) await opened.close()
      return (await opened.newContext()).browser()?.version()
    }, never)
    expect(runs).toBe(2)
    expect(version).toMatch(/^\d+\./)
  } finally {
    await browser.close()
  }
})
