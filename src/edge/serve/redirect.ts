import { STATUS_CODES } from 'node:http'
import { edgeName } from '../../contract/edge-name.ts'
import { acts, type Exchange, recordAction, type VisitorRequest } from '../exchange/exchange.ts'
import type { EdgeContext } from './edge-context.ts'
import { uncounted } from '../exchange/to-nginx.ts'
import type { Destination } from '../control/sites-table.ts'

type Visit = VisitorRequest & Pick<Destination, 'address'>

/** Where a visitor is sent who came without TLS; undefined where the request is answered as it is. */
export function httpsAddress(visit: Visit, { https }: Pick<EdgeContext, 'https'>): string | undefined {
  const { site, scheme, address, target, fields } = visit
  // a challenge is asked for without TLS, and `*` is no address
  const isMeant = https && scheme === 'http' && !/^(?:\/\.well-known\/acme-challenge\/|\*)/.test(target)
  if (!isMeant || !acts(visit, 'httpsRedirect')) return undefined
  const hostname = address === 'own' ? site.hostname : site.previewHost
  if (!https.certificates.isUsable(hostname, Date.now())) return undefined
  return `https://${hostname}${portFor(fields['host'], https.ports)}${target}`
}

/**
 * The port for https, as part of an address. Whoever came to the default port although the edge listens on another was
 * forwarded, and so will be who comes to the default port for https.
 */
function portFor(host: string | undefined, ports: { readonly http: number; readonly https: number }): string {
  const isForwarded = ports.http !== 80 && !/:\d+$/.test(host ?? '')
  return ports.https === 443 || isForwarded ? '' : `:${ports.https}`
}

/** Sends a visitor to https, if the settings say so and there is a certificate. @returns whether it did */
export function redirectToHttps(exchange: Exchange, context: Pick<EdgeContext, 'https'>): boolean {
  const location = httpsAddress(exchange, context)
  if (location === undefined) return false
  recordAction(exchange, 'httpsRedirect')
  sendRedirect(exchange, { status: 308, location, detail: 'redirected to https' })
  return true
}

type Asked = Pick<Exchange, 'request' | 'response'>

/**
 * Sends a visitor of a site's counterpart to the site, by https if the site has a certificate for that. It isn't counted: the
 * request that follows is.
 */
export function redirectToSite(
  visit: Asked & Pick<Exchange, 'method' | 'site' | 'scheme' | 'target' | 'fields'>,
  { https }: Pick<EdgeContext, 'https'>,
): void {
  const { method, site, scheme, target, fields, request } = visit
  const isSecure = https?.certificates.isUsable(site.hostname, Date.now()) === true
  const asked = (fields['host'] ?? '').toLowerCase().replace(/\.(?=:|$)/, '')
  // by the port by which the visitor came
  const host = site.counterpart ? asked.replace(site.counterpart.hostname, () => site.hostname) : site.hostname
  const authority = isSecure && scheme === 'http' ? host.replace(/:\d+$/, '') + portFor(asked, https.ports) : host
  // `*` is no address
  const location = `${isSecure ? 'https' : scheme}://${authority}${target === '*' ? '/' : target}`
  // others must not become a GET (RFC 9110, section 15.4.2)
  const status = method === 'GET' || method === 'HEAD' ? 301 : 308
  const lines = request.isFromNginx ? uncounted : []
  sendRedirect(visit, { status, location, detail: 'redirected to the site' }, lines)
}

interface Redirect {
  readonly status: 301 | 308
  readonly location: string
  /** For Cache-Status. */
  readonly detail: string
}

function sendRedirect(
  { request, response }: Asked,
  { status, location, detail }: Redirect,
  lines: readonly string[] = [],
): void {
  response.writeHead(status, STATUS_CODES[status] ?? '', [
    'Location',
    location,
    'Content-Length',
    '0',
    // browsers would remember it longer than the settings hold
    'Cache-Control',
    'no-store',
    'Cache-Status',
    `${edgeName}; detail="${detail}"`,
    // a body that no one wants isn't waited for
    ...(request.body ? ['Connection', 'close'] : []),
    ...lines,
  ])
  response.end()
}
