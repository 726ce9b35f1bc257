import { createServer } from 'node:net'
import type { CDPSession } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkHttp } from './http/http-check.ts'
import { guardedDial } from '../../shared/guard/index.ts'
import { html, installedChromiumPath, page, pageTests } from './page/testing.ts'
import { navigationFailure } from './page/page-failure.ts'
import type { Measurement } from './probe.ts'
import { rawAnswers } from './testing-answers.ts'
import { startRelay } from './throttle/relay.ts'
import { checkOf, never, openGuard } from './testing.ts'

let tests: Awaited<ReturnType<typeof pageTests>>
let port: number

beforeAll(async () => {
  tests = await pageTests(installedChromiumPath)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (request) => {
      const [, index] = /^GET \/(\d+) /.exec(request.toString('latin1')) ?? []
      socket.end(Buffer.from(rawAnswers[Number(index)]?.raw ?? 'HTTP/1.1 404 Not Found\r\n\r\n', 'latin1'))
    })
  })
  port = await tests.servers.raw(server, '127.0.0.1')
})
afterAll(() => tests.close())

/** The status, or the code of the failure. */
type Seen = number | string | null

function seenBy({ metrics, issues }: Measurement): Seen {
  return issues.find(({ severity, code }) => severity === 3 && !code.startsWith('http-'))?.code ?? metrics.status_code
}

/** What Chromium makes of an address, as a page check would name it. */
async function opened(session: CDPSession, url: string): Promise<Seen> {
  const { promise, resolve } = Promise.withResolvers<Seen>()
  let status: number | null = null
  let id = ''
  const seeRequest = (event: { requestId: string; request: { url: string } }) => {
    if (event.request.url === url) id = event.requestId
  }
  const seeResponse = (event: { requestId: string; response: { status: number } }) => {
    if (event.requestId === id) status = event.response.status
  }
  const seeEnd = (event: { requestId: string; errorText?: string }) => {
    if (event.requestId !== id) return
    resolve(event.errorText === undefined ? status : navigationFailure(event.errorText, 'a.test').code)
  }
  session.on('Network.requestWillBeSent', seeRequest)
  session.on('Network.responseReceived', seeResponse)
  session.on('Network.loadingFinished', seeEnd)
  session.on('Network.loadingFailed', seeEnd)
  await session.send('Page.navigate', { url })
  return promise.finally(() => {
    session.off('Network.requestWillBeSent', seeRequest)
    session.off('Network.responseReceived', seeResponse)
    session.off('Network.loadingFinished', seeEnd)
    session.off('Network.loadingFailed', seeEnd)
  })
}

test('an HTTP check agrees with the browser on what a server sends', async () => {
  const relay = await startRelay(guardedDial(tests.guard), null)
  const proxy = { server: `socks5://127.0.0.1:${relay.port}` }
  const context = await tests.browser.use((browser) => browser.newContext({ proxy }), never)
  const session = await context.newCDPSession(await context.newPage())
  await session.send('Network.enable')
  const differences: unknown[] = []
  for (const [i, { name, expected }] of rawAnswers.entries()) {
    const url = `http://127.0.0.1:${port}/${i}`
    const byBrowser = await opened(session, url)
    const measured = await checkHttp(checkOf(url), { guard: openGuard(), timeoutMs: 60_000 }, never)
    const byCheck = seenBy(measured)
    const isExpected = typeof expected === 'number' ? byCheck === expected : byCheck === 'no-answer'
    const isNamed = typeof expected === 'number' || expected.test(measured.issues[0]?.message ?? '')
    if (byCheck !== byBrowser || !isExpected || !isNamed) differences.push({ name, byBrowser, byCheck, measured })
  }
  await relay.close()
  expect(differences).toEqual([])
})

test.concurrent.each(['two lengths', 'a folded line', 'no last chunk'])('so does a page check: %s', async (name) => {
  const url = `http://www.shop.test:${port}/${rawAnswers.findIndex((answer) => answer.name === name)}`
  const byHttp = seenBy(await checkHttp(checkOf(url), { guard: tests.guard, timeoutMs: 60_000 }, never))
  // waiting for the rest would take ten minutes
  const byPage = await tests.measureOne(page(url), tests.inBrowser({ timeoutMs: 600_000 }))
  expect(seenBy(byPage)).toBe(byHttp)
})

test.concurrent('a page that broke off may navigate on', async () => {
  const good = await tests.servers.http((_, answer) => html('<h1>here</h1>')(answer))
  const script = `<script>setTimeout(() => location = 'http://www.shop.test:${good}/', 0)</script>`
  const broken = await tests.servers.http((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' }).write(`<p>on</p>${script}`, () => answer.destroy())
  })
  const measured = await tests.measureOne(page(`http://www.shop.test:${broken}/`))
  expect(seenBy(measured)).toBe(200)
  expect(measured.requests.map(({ status, error }) => [status, error !== null])).toEqual([
    [200, true],
    [200, false],
  ])
})
