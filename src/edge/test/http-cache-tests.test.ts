import { setBaseUrl, setFetch } from 'http-cache-tests/client/config.mjs'
import { makeCacheTest, testResults } from 'http-cache-tests/client/test.mjs'
import handleConfig from 'http-cache-tests/server/handle-config.mjs'
import handleState from 'http-cache-tests/server/handle-state.mjs'
import handleTest from 'http-cache-tests/server/handle-test.mjs'
import suites from 'http-cache-tests/tests/index.mjs'
import type { IncomingMessage } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { edgeForm, testEdge, testOrigin } from './edge.ts'

/**
 * Required tests of the package that no cache can pass, or that follow an older standard. The project has changed them
 * since; the package hasn't been published again.
 */
const outdated = [
  // RFC 9111, section 5.1, says to use the first value of Age, and to ignore one that isn't valid
  'age-parse-nonnumeric',
  'age-parse-negative',
  'age-parse-float',
  'age-parse-prefix-twoline',
  'age-parse-dup-0',
  'age-parse-dup-0-twoline',
  'age-parse-dup-old',
  'age-parse-parameter',
  'age-parse-numeric-parameter',
  // they want the origin's answer after the origin has closed the connection without one
  'stale-close-must-revalidate',
  'stale-close-proxy-revalidate',
  'stale-close-no-cache',
  'stale-close-s-maxage=2',
]

/**
 * Required tests that this cache fails on purpose: they have it hand the cookie that one visitor was given to the next,
 * because `max-age` doesn't forbid that (RFC 9111, section 7.3). Here a cookie is never stored.
 */
const handingOnCookies = [
  '304-etag-update-response-Set-Cookie',
  '304-etag-update-response-Set-Cookie2',
  'headers-store-Set-Cookie',
  'headers-store-Set-Cookie2',
]

/**
 * What this cache leaves out: it stores no answers to POST and no parts, and takes the order of languages as meant. A
 * response without Last-Modified is compared by its Date (RFC 9111, section 4.3.2), which one test doesn't. It stores what
 * sets a cookie only where the origin says that the rest is for all.
 */
const leftOut = [
  'conditional-lm-fresh-no-lm',
  'method-POST',
  'other-set-cookie',
  'partial-store-partial-complete',
  'partial-store-partial-reuse-partial',
  'partial-store-partial-reuse-partial-absent',
  'partial-store-partial-reuse-partial-byterange',
  'partial-store-partial-reuse-partial-suffix',
  'vary-normalise-lang-order',
  'vary-normalise-lang-select',
]

/** How long the package lets responses become stale, ms. */
const pauseMs = 3000

/**
 * Lets time pass only while every test waits for it, and then at once, so that the outcome doesn't depend on how fast the
 * machine is.
 * @param isAtRest whether this many waiting tests are all that are left
 */
function passTimeAtRest(isAtRest: (waiting: number) => boolean): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  const waiting: (() => void)[] = []
  const realTimeout = setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((call, ms, ...rest) => {
    if (ms !== pauseMs) return realTimeout(call, ms, ...rest)
    waiting.push(() => call(...rest))
    return realTimeout(() => undefined)
  })
  const timer = setInterval(() => {
    if (waiting.length === 0 || !isAtRest(waiting.length)) return
    vi.setSystemTime(Date.now() + pauseMs)
    const going = waiting.splice(0)
    const goOn = () => {
      for (const go of going) go()
    }
    // nginx's clock can't be changed. It's never behind, so that nginx keeps nothing for too long.
    if (edgeForm === 'nginx') realTimeout(goOn, pauseMs)
    else goOn()
  }, 20)
  onTestFinished(() => {
    clearInterval(timer)
    vi.useRealTimers()
  })
}

/** Lines by which the package's server knows its tests, which no browser sends. */
const ofPackage = ['test-id', 'test-name', 'req-num']

/** Sends them in a line that browsers send: what is asked for with others isn't kept for everyone, least of all by nginx. */
const fetchAsBrowsersDo: typeof fetch = (url, init) => {
  const headers = new Headers(init?.headers)
  const values = ofPackage.map((name) => encodeURIComponent(headers.get(name) ?? ''))
  for (const name of ofPackage) headers.delete(name)
  headers.set('User-Agent', values.join(' '))
  return fetch(url, { ...init, headers })
}

function restoreLines({ headers }: IncomingMessage): void {
  const values = headers['user-agent']?.split(' ') ?? []
  for (const [i, name] of ofPackage.entries()) headers[name] = decodeURIComponent(values[i] ?? '')
}

test("the HTTP working group's tests for caches", async () => {
  // the package reports requests for unknown tests there
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const origin = await testOrigin((request, response) => {
    // Node would send the real time
    response.sendDate = false
    restoreLines(request)
    const [kind, ...segments] = (request.url ?? '').split('?', 1)[0]?.split('/').slice(1) ?? []
    if (kind === 'config') handleConfig(segments, request, response)
    else if (kind === 'state') handleState(segments, request, response)
    else handleTest(segments, request, response)
  })
  // sooner, a busy machine could close a connection just as the edge uses it again; the end of some answers is its close
  origin.keepAliveTimeout = 15_000
  const { port } = await testEdge({ sites: [{ port: origin.port, hostname: '127.0.0.1' }] })
  const tests = suites.flatMap((suite) => suite.tests).filter((one) => one.browser_only !== true)
  // from an earlier attempt
  for (const id of Object.keys(testResults)) delete testResults[id]
  setFetch(fetchAsBrowsersDo)
  setBaseUrl(`http://127.0.0.1:${port}`)
  passTimeAtRest((waiting) => waiting + Object.keys(testResults).length === tests.length)
  await Promise.all(tests.map(makeCacheTest))

  const failed = (kind: string) =>
    tests.filter((one) => (one.kind ?? 'required') === kind && testResults[one.id] !== true).map(({ id }) => id)
  const expected = { required: [...outdated, ...handingOnCookies], optimal: leftOut }
  expect(tests.length).toBe(329)
  for (const [kind, ids] of Object.entries(expected)) {
    const why = failed(kind).flatMap((id) => (ids.includes(id) ? [] : `${id}: ${String(testResults[id])}`))
    expect(failed(kind).toSorted(), why.join('\n')).toEqual(ids.toSorted())
  }
})
