import { edgeName } from '../../contract/edge-name.ts'
import { acts, type Exchange, recordAction, type VisitorRequest } from '../exchange/exchange.ts'
import type { EdgeContext } from './edge-context.ts'
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
  const { response, request } = exchange
  recordAction(exchange, 'httpsRedirect')
  response.writeHead(308, 'Permanent Redirect', [
    'Location',
    location,
    'Content-Length',
    '0',
    // browsers would remember it longer than the settings hold
    'Cache-Control',
    'no-store',
    'Cache-Status',
    `${edgeName}; detail="redirected to https"`,
    // a body that no one wants isn't waited for
    ...(request.body ? ['Connection', 'close'] : []),
  ])
  response.end()
  return true
}
