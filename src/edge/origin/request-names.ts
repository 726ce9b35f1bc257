import type { Fields } from '../cache/index.ts'

/** What becomes of a line of a visitor's request. */
export type Fate =
  /** It doesn't reach the origin: what it says comes from the edge alone. */
  | 'edge'
  /** It reaches the origin, whose `Vary` says whether the answer depends on it (RFC 9111, section 4.1). */
  | 'origin'
  /** It reaches the origin, and the answer is only for those who send a line of this name, too. */
  | 'apart'

/** Words for a part of what is asked for, or for who asks. */
const part =
  '(?:host|hostname|host-name|server-name|script-name|domain|url|uri|destinationurl|path|path-info|path-base|path-translated|query-string|prefix|scheme|proto|protocol|port|port-secure|https?|ssl|tls|ips?|ipv[46]|ip-trail|addr|address|method|verb|command)'
/** Words for who says so, or for which of several it is. */
const whose =
  '(?:orig|original|originally|originating|rewrite|rewritten|real|true|remote|request|requested|client|cluster|cluster-client|connecting|viewer|user|peer|source|src|external|proxy|backend|upstream|server|base|http|url|script|context|local|cdn|wl|ajax|tunnel|invoke|matched|arr|orchestra|unencoded|web|cache|ingress|wap-network)'

/**
 * Names, in lower case and with hyphens, by which proxies tell a server what the request's host, scheme, port, path,
 * method or client is, and which many servers and frameworks believe: RFC 7239 and its predecessors, the lines of
 * well-known proxies and content delivery networks, and those that gateways to CGI and other interfaces make.
 */
const namesTheRequest: readonly RegExp[] = [
  // RFC 7239, section 8.1, and all that came before: X-Forwarded-Host, CloudFront-Forwarded-Proto, X-Forward-For
  /forwarded|(?:^|-)forward(?:er)?(?:-|$)/,
  // X-Host, X-Original-URL, X-Real-IP, Base-Url, Request-Uri, X-HTTP-Method-Override
  new RegExp(`^(?:x-)?(?:${whose}-)*${part}(?:-override)?$`),
  // CF-Connecting-IP, Fastly-Client-IP, X-Azure-SocketIP, X-Fb-User-Remote-Addr, X-Ning-Request-Uri, SP-Host
  /(?:^|-)(?:(?:client|real|remote|connecting|socket|source|user|host|peer|rlnclient)?ip(?:v[46])?(?:addr(?:ess)?)?|(?:client|remote)?addr|clientaddress|request-?uri|remote-?host|proxy-host|sp-host)$/,
  // the scheme, and the client's certificate (RFC 9440, section 3)
  /^(?:front-end-https|cf-visitor|(?:x-)?(?:ssl|tls)-.+|x-nfsn-https|(?:x-)?(?:arr-)?client-?cert(?:-.+)?|https-from-lb)$/,
  // where a framework's own router believes that it has been
  /^(?:x-(?:invoke|matched|envoy|arr|appengine|azure|sucuri|accel|now-route)-.+|x-middleware-(?!prefetch$).+|x-sendfile-type|x-subdomain|gateway-interface)$/,
  // the client's network or place
  /^(?:cf-(?:connecting|ip|pseudo|ray|worker|region|ew|metro|postal|timezone).*|cloudfront-.+|fastly-.+|akamai-.+|incap-.+|fly-.+|x-akamai-.+|x-nf-.+|x-vercel-ip-.+|x-geoip-.+|x-amz-cf-.+|x-amzn-remapped-.+)$/,
  // another server to go to: httpoxy (CVE-2016-5385), and the phone's own description (WAP-248)
  /^(?:proxy|x-?proxy|x-wap-profile|profile|(?:x-)?coming-from|surrogate-capability)$/,
]

/** Names for the request's method. Clients that can send GET and POST only tunnel others through POST. */
const namesTheMethod = /(?:^|-)(?:method|verb|command)(?:-override)?$/

/** What browsers send on their own, and what HTTP has for every request. */
const standard: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'connection',
  'content-length',
  'cookie',
  'device-memory',
  'dnt',
  'downlink',
  'dpr',
  'early-data',
  'ect',
  'expect',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'keep-alive',
  'origin',
  'pragma',
  'priority',
  'proxy-connection',
  'purpose',
  'range',
  'referer',
  'rtt',
  'save-data',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-storage-access',
  'sec-fetch-user',
  'sec-gpc',
  'sec-purpose',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'upgrade-insecure-requests',
  'user-agent',
  'viewport-width',
  'width',
])

/** Headers that the edge writes itself, and those that frame a message. */
const ofEdge: ReadonlySet<string> = new Set([
  'host',
  'via',
  'cdn-loop',
  'content-length',
  'transfer-encoding',
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
])

/**
 * What becomes of a visitor's line. Nobody knows all the names that servers believe. So those that say what the edge
 * knows better are dropped, those that browsers send are the origin's to name in `Vary`, and whatever else a client
 * sends reaches the origin, but what it changes isn't shown to those who don't send it.
 * @param name in lower case
 */
export function fateOf(name: string, method = 'GET'): Fate {
  if (standard.has(name) || name.startsWith('sec-ch-')) return 'origin'
  // gateways to CGI read every other character as a hyphen
  const folded = name.replaceAll(/[^a-z0-9]/g, '-')
  if (folded !== name && ofEdge.has(folded)) return 'edge'
  if (!namesTheRequest.some((pattern) => pattern.test(folded))) return 'apart'
  const isTunneled = method !== 'GET' && method !== 'HEAD' && namesTheMethod.test(folded)
  return isTunneled ? 'apart' : 'edge'
}

/** The names in a visitor's GET whose answer is only for those who send them, too. */
export function apartNames(fields: Fields): readonly string[] {
  const names = Object.keys(fields).filter((name) => fateOf(name) === 'apart')
  return names.length > 1 ? names.toSorted() : names
}

/** Fields of which the origin never sees what a visitor sent. */
const neverSent: ReadonlySet<string> = new Set([...ofEdge].filter((name) => name !== 'via' && name !== 'cdn-loop'))

/**
 * The request fields by which variants differ, of those that `Vary` names: those in which the origin saw the visitor's
 * own value. Undefined where it saw the visitor's address.
 */
export function selectingNames(vary: readonly string[]): readonly string[] | undefined {
  if (vary.includes('x-forwarded-for')) return undefined
  return vary.filter((name) => !neverSent.has(name) && fateOf(name) !== 'edge')
}
