import { randomBytes } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** A host as the service stores it: in lower case and IDNA, with a port unless it's the default. */
export interface SiteHost {
  readonly host: string
  readonly hostname: string
  readonly port: number | null
  /** Null for a bare host. */
  readonly scheme: 'http' | 'https' | null
}

/** Reads a URL or a bare host, undefined for anything else. */
export function parseHost(input: string): SiteHost | undefined {
  const text = input.trim()
  // the URL parser ignores further slashes
  const scheme = /^(https?):\/\/(?![/\\])/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined && /[/\\@?#\s]|^[a-z][a-z0-9+.-]*:(?!\d+$)/i.test(text.replace(/\/$/, ''))) return undefined
  const address = scheme === undefined ? `http://${text}` : text
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.username || url.password || !isHostname(url.hostname)) return undefined
  // the URL parser also reads 12345 and 0x7f.1 as addresses, which isn't what anyone means
  if (isIPv4(url.hostname) && !text.includes(url.hostname)) return undefined
  // a bare host can mean either scheme, so it has two default ports
  const port = url.port === '' || (scheme === undefined && url.port === '443') ? null : Number(url.port)
  if (port === 0) return undefined
  const hostname = url.hostname.replace(/\.$/, '')
  return {
    host: port === null ? hostname : `${hostname}:${port}`,
    hostname,
    port,
    scheme: scheme === 'http' || scheme === 'https' ? scheme : null,
  }
}

/** A host for a site whose real one isn't known yet. It can never be anyone's (RFC 6761, 6.4). */
export const placeholderHost = (): string => `placeholder-${randomBytes(6).toString('hex')}.invalid`

/** RFC 1123, and the underscore that DNS allows. The URL parser has already applied IDNA and lower case. */
function isHostname(hostname: string): boolean {
  if (/^\[[0-9a-f:.]+\]$/.test(hostname)) return true
  const labels = hostname.replace(/\.$/, '').split('.')
  return hostname.length <= 253 && labels.every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label))
}
