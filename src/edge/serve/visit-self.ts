import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { request as requestSecurely } from 'node:https'
import type { NodeVisit } from '../../contract/cache-lookup.ts'
import { visitorHandling } from '../../contract/states.ts'
import type { SitesTable } from '../control/sites-table.ts'
import type { Https } from '../tls/https.ts'
import { lookLimits } from './limits.ts'

interface Edge {
  readonly address: string
  readonly port: number
  readonly sites: SitesTable
  readonly https: Https | undefined
}

/** Makes one visitor's request through an edge: over https where that has a certificate, as most visitors come then. */
export async function visitAt(edge: Edge, siteId: string, target: string): Promise<NodeVisit> {
  const { address, port, sites, https } = edge
  const begun = performance.now()
  const nothing = { status: null, cache_status: null, age: null }
  const duration = () => Math.round(performance.now() - begun)
  const host = visitedHost(sites, siteId)
  if (host === undefined) return { ...nothing, duration: 0, problem: 'This edge node has no such site.' }
  const [hostname = ''] = host.split(/:\d+$/)
  const isSecure = https?.certificates.isUsable(hostname, Date.now()) ?? false
  const signal = AbortSignal.timeout(lookLimits.visit)
  const asked = (isSecure ? requestSecurely : request)({
    host: connectable(address),
    port: isSecure ? https?.ports.https : port,
    servername: hostname,
    // it's this process
    rejectUnauthorized: false,
    path: target,
    agent: false,
    signal,
    headers: {
      Host: host,
      Accept: '*/*',
      'Accept-Encoding': 'gzip, br',
      'User-Agent': 'Mozilla/5.0 (compatible; SitePerformance)',
    },
  })
  try {
    asked.end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    let bytes = 0
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length
      if (bytes > lookLimits.visitBody) break
    }
    const { age, 'cache-status': cacheStatus } = response.headers
    return {
      status: response.statusCode ?? null,
      cache_status: cacheStatus === undefined ? null : String(cacheStatus),
      age: age !== undefined && /^\d{1,10}$/.test(age) ? Number(age) : null,
      duration: duration(),
      problem: null,
    }
  } catch {
    const problem = signal.aborted
      ? `The answer wasn't complete after ${lookLimits.visit / 1000} seconds.`
      : 'The connection was closed before the answer was complete.'
    return { ...nothing, duration: duration(), problem }
  } finally {
    asked.destroy()
  }
}

/** The host by which the edge serves a site and caches for it: its own, or else the preview address. */
function visitedHost(sites: SitesTable, siteId: string): string | undefined {
  const site = sites.get(siteId)
  if (!site) return undefined
  const isServed = sites.find(site.hostname)?.site.id === siteId
  return isServed && visitorHandling[site.state].own.does === 'optimize' ? site.host : site.previewHost
}

/** An address to connect to: one that means all isn't. */
function connectable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}
