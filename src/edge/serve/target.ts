import type { IncomingMessage } from 'node:http'

/** What a request asks for, once its head is known to be sound. */
export interface Target {
  /** The host without port, in lower case; empty where HTTP/1.0 names none. */
  readonly hostname: string
  /** Path and query, or `*`. */
  readonly target: string
}

/** The head of a request. */
export type Head = Pick<IncomingMessage, 'httpVersion' | 'method' | 'url' | 'rawHeaders'>

const hostSyntax = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
// what Node's own server lets through but its client, rightly, doesn't send
const forbiddenInValues = /[^\t\x20-\x7e\x80-\xff]/

/**
 * Reads the target of a request, undefined where two servers could read the request differently: those are refused
 * rather than forwarded (RFC 9112, section 11.2). Node's parser has refused the rest already.
 */
export function targetOf({ httpVersion, method, url = '', rawHeaders }: Head): Target | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0' && httpVersion !== '2') return undefined
  if (rawHeaders.some((text) => forbiddenInValues.test(text))) return undefined
  const codings = valuesOf(rawHeaders, 'transfer-encoding')
  if (codings.length > 0) {
    // RFC 9112, section 6.1
    const isPlain = codings.length === 1 && codings[0]?.toLowerCase() === 'chunked'
    if (!isPlain || httpVersion === '1.0' || valuesOf(rawHeaders, 'content-length').length > 0) return undefined
  }
  const hosts = valuesOf(rawHeaders, 'host')
  const [host] = hosts
  // RFC 9112, section 3.2
  if (hosts.length > 1 || (host === undefined && httpVersion !== '1.0')) return undefined
  if (host !== undefined && !hostSyntax.test(host)) return undefined
  const target = originForm(url, method, host)
  return target === undefined ? undefined : { hostname: hostnameOf(host ?? '') ?? '', target }
}

/** The target in origin-form. An absolute-form must name the host that Host names (RFC 9112, section 3.2.2). */
function originForm(url: string, method: string | undefined, host: string | undefined): string | undefined {
  // what isn't ASCII has no meaning there (RFC 3986, section 2): one server takes it for UTF-8, another for Latin-1
  if (/[^!-~]|[#\\]/.test(url)) return undefined
  if (url === '*') return method === 'OPTIONS' ? url : undefined
  if (url.startsWith('/')) return url
  const [prefix = '', authority] = /^https?:\/\/([^/?]*)/i.exec(url) ?? []
  if (authority === undefined || authority.toLowerCase() !== host?.toLowerCase()) return undefined
  const rest = url.slice(prefix.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) values.push((rawHeaders[i + 1] ?? '').trim())
  }
  return values
}

/** The name in a Host field, in lower case; undefined where it isn't one. */
export function hostnameOf(host: string): string | undefined {
  const name = hostSyntax.exec(host)?.[1]?.toLowerCase()
  return name?.endsWith('.') ? name.slice(0, -1) : name
}
