import { afterAll, expect, test } from 'vitest'
import { type Resolver, resolverFor } from '../../shared/guard/index.ts'
import { DnsServer } from '../test/dns-server.ts'
import { checkHttp } from './http/http-check.ts'
import { html, page, pageTests } from './page/testing.ts'
import { checkOf, never } from './testing.ts'

const pages = await pageTests()
const { servers } = pages
afterAll(() => pages.close())

/** Answers with another address each time, and counts. */
function rebinding(...addresses: readonly string[]): Resolver & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async lookup(host) {
      asked.push(host)
      return { addresses: [{ address: addresses[Math.min(asked.length, addresses.length) - 1] ?? '', family: 4 }] }
    },
  }
}

test('an HTTP check looks up each host once, so that no redirect reaches another address', async () => {
  let reached = 0
  const port = await servers.http((request, answer) => {
    if (request.url === '/') return void answer.writeHead(302, { location: '/again' }).end()
    reached++
    answer.end()
  })
  const resolver = rebinding('127.0.0.1', '127.0.0.2')
  const options = { guard: { resolver, allowPrivateTargets: true }, timeoutMs: 60_000 }
  const { requests } = await checkHttp(checkOf(`http://a.test:${port}/`), options, never)
  expect(requests).toMatchObject([{ status: 302 }, { status: 200, error: null }])
  expect(reached).toBe(1)
  expect(resolver.asked).toEqual(['a.test'])
})

test('the next check looks it up again', async () => {
  const port = await servers.http((_, answer) => answer.end())
  const resolver = rebinding('127.0.0.1')
  const options = { guard: { resolver, allowPrivateTargets: true }, timeoutMs: 60_000 }
  for (let i = 0; i < 2; i++) await checkHttp(checkOf(`http://a.test:${port}/`), options, never)
  expect(resolver.asked).toEqual(['a.test', 'a.test'])
})

test('a page check looks up each host once for all its connections and views', async () => {
  // from the second time on, the name leads elsewhere
  const resolver = rebinding('127.0.0.1', '127.0.0.9')
  const port = await pages.site({ '/': html('<img src="/a.png"><img src="/b.png"><img src="/c.png">') })
  const views = await pages
    .inBrowser({ guard: { resolver, allowPrivateTargets: true } })
    .measure(page(`http://www.pin.test:${port}/`, { views: ['EMPTY', 'FULL'] }))
  expect(views.map(({ metrics }) => metrics.status_code)).toEqual([200, 200])
  expect(resolver.asked).toEqual(['www.pin.test'])
})

test.each(['A', 'AAAA'] as const)('no check waits for a name server that is silent about %s', async (silent) => {
  const dns = await DnsServer.start()
  // only one of them leads to the server
  dns.set('half.test', { a: ['127.0.0.1'], aaaa: ['::1'], silent })
  const host = silent === 'A' ? '::1' : '127.0.0.1'
  const url = `http://half.test:${await servers.http((_, answer) => html('here')(answer), host)}/`
  const guard = { resolver: resolverFor([dns.address], 30_000), allowPrivateTargets: true }
  for (const { metrics } of [
    await checkHttp(checkOf(url), { guard, timeoutMs: 60_000 }, never),
    await pages.measureOne(page(url), pages.inBrowser({ guard })),
  ]) {
    expect(metrics.status_code).toBe(200)
    expect(metrics.dns).toBeLessThan(15_000)
  }
  await dns.stop()
})

test('no check waits long for a silent name server, and the next one asks the other first', async () => {
  const [silent, good] = [await DnsServer.start(), await DnsServer.start()]
  silent.set('www.silent.test', 'silence')
  good.set('www.silent.test', { a: ['127.0.0.1'] })
  const port = await servers.http((_, answer) => html('here')(answer))
  // a look-up that waits would take a minute
  const probes = pages.probesOf({ dnsServers: [silent.address, good.address], dnsAttemptMs: 60_000 })
  const url = `http://www.silent.test:${port}/`
  expect((await pages.measureOne(checkOf(url), probes)).metrics.status_code).toBe(200)
  // nothing is there
  silent.set('www.silent.test', { a: ['127.0.0.9'] })
  expect((await pages.measureOne(page(url), probes)).metrics.status_code).toBe(200)
  await Promise.all([silent.stop(), good.stop()])
})
