import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolverFor } from '../../../shared/guard/index.ts'
import type { Check, Measurement, Probes } from '../probe.ts'
import { createProbes, type ProbeOptions } from '../probes.ts'
import { DnsServer } from '../../test/dns-server.ts'
import { checkOf, never, origins } from '../testing.ts'
import { findChromium } from './chromium.ts'
import { PageBrowser } from './page-browser.ts'
import { checkPage, type PageOptions } from './page-check.ts'

/** Host names for a test's servers, and one that resolves to a private address. */
export const shopNames = {
  'www.shop.test': ['127.0.0.1'],
  'static.shop.test': ['127.0.0.1'],
  'cdn.other.test': ['127.0.0.1'],
  'inner.test': ['10.0.0.1'],
}

// without Chromium the page tests fail rather than skip: page checks are the core of the product
export const chromiumPath = findChromium(process.env)
/** The one that the service itself would find, for tests of what is measured. */
export const installedChromiumPath = findChromium({}) ?? chromiumPath

type Routes = Record<string, (answer: ServerResponse, request: IncomingMessage) => unknown>

/** Probes, servers and pages for the tests of page checks. */
export async function pageTests(withChromium = chromiumPath) {
  const servers = origins()
  const dns = await DnsServer.start()
  for (const [name, a] of Object.entries(shopNames)) dns.set(name, { a })
  // this process answers, and a busy machine may keep it waiting
  const dnsAttemptMs = 20_000
  // only slowness should reach it
  const timeoutMs = 240_000
  const guard = { resolver: resolverFor([dns.address], dnsAttemptMs), allowPrivateTargets: true }
  const browser = new PageBrowser(withChromium ?? '', { sandbox: process.getuid?.() !== 0 })
  /** Measures pages in one browser, without the boxes that a service has. */
  const inBrowser = (given: Partial<PageOptions> = {}, by = browser) => ({
    measure: async (check: Check, signal = never) => {
      const { measurements, cleanedUp } = await checkPage(check, by, { guard, timeoutMs, ...given }, signal)
      // on a busy machine it may give up closing in time
      await cleanedUp
      return measurements
    },
  })
  const opened: Probes[] = []
  /** Measures as a service does. */
  function probesOf(given: Partial<ProbeOptions> = {}): Probes {
    const probes = createProbes({
      chromiumPath: withChromium,
      dnsServers: [dns.address],
      dnsAttemptMs,
      allowPrivateTargets: true,
      timeoutMs,
      // most of a check is waiting for the page to be quiet
      pages: 2,
      ...given,
    })
    opened.push(probes)
    return probes
  }
  const pages = inBrowser()
  return {
    servers,
    guard,
    browser,
    inBrowser,
    probesOf,
    measure: pages.measure,
    /** A server that answers by path, and 404 for any other. */
    site: (routes: Routes) =>
      servers.http((request, answer) => {
        const route = routes[new URL(request.url ?? '/', 'http://x').pathname]
        if (route) route(answer, request)
        else answer.writeHead(404).end()
      }),
    measureOne: async (check: Check, by: Pick<Probes, 'measure'> = pages): Promise<Measurement> => {
      const [first] = await by.measure(check, never)
      if (!first) throw new Error('nothing was measured')
      return first
    },
    close: () => Promise.all([...opened.map((one) => one.close()), browser.close(), servers.close(), dns.stop()]),
  }
}

export const html =
  (body: string, head = '') =>
  (answer: ServerResponse) =>
    answer
      .writeHead(200, { 'content-type': 'text/html', 'x-made-by': 'test' })
      .end(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`)

export const page = (url: string, given: Partial<Check> = {}) =>
  checkOf(url, { type: 'WEBPAGE', views: ['EMPTY'], ...given })

/** The issues of a measurement but a low score: on a busy machine any page may get one. */
export const issuesBesidesScore = ({ issues }: Measurement) => issues.filter(({ code }) => code !== 'low-score')

export const codes = (measurement: Measurement) => issuesBesidesScore(measurement).map(({ code }) => code)
