import { isIP } from 'node:net'
import { parse } from 'tldts'
import { bounds } from '../../bounds.ts'

interface Cookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly isHostOnly: boolean
  readonly path: string
  readonly isSecure: boolean
  /** UNIX ms. */
  readonly expires: number
}

/** The cookies that the answers of one check set, for its redirects (RFC 6265). */
export class Cookies {
  #kept: readonly Cookie[] = []
  /** Those that were set or deleted. */
  readonly #names = new Set<string>()

  /** Keeps the cookies of an answer, and forgets those that it lets expire (section 5.3). */
  store(lines: readonly string[], url: URL): void {
    for (const cookie of lines.flatMap((line) => parseCookie(line, url) ?? [])) {
      this.#names.add(cookie.name)
      const others = this.#kept.filter((other) => !isSame(cookie, other))
      this.#kept = (cookie.expires > Date.now() ? [...others, cookie] : others).slice(-bounds.check.cookies)
    }
  }

  /**
   * The value of a request's `Cookie` header (section 5.4); undefined for none.
   * @param own the check's own cookies, as long as no other origin was involved: an answer may have changed them
   */
  headerFor(url: URL, own: readonly string[] = []): string | undefined {
    const theirs = this.#kept
      .filter((cookie) => isFor(cookie, url))
      .toSorted((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => (name === '' ? value : `${name}=${value}`))
    const pairs = own.flatMap((line) => line.split(/; */)).filter((pair) => !this.#names.has(nameAndValue(pair).name))
    return [...pairs, ...theirs].join('; ') || undefined
  }
}

function isSame(one: Cookie, other: Cookie): boolean {
  return one.name === other.name && one.domain === other.domain && one.path === other.path
}

function isFor({ domain, isHostOnly, path, isSecure }: Cookie, url: URL): boolean {
  const host = hostOf(url)
  if (isHostOnly ? host !== domain : !matchesDomain(host, domain)) return false
  if (isSecure && url.protocol !== 'https:') return false
  return url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}

/** Section 5.1.3. */
function matchesDomain(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && !isIP(host))
}

const hostOf = ({ hostname }: URL) => hostname.replace(/\.$/, '')

/** Section 5.2; without a name as browsers read it (draft-ietf-httpbis-rfc6265bis, section 5.6). */
function parseCookie(line: string, url: URL): Cookie | undefined {
  const [pair = '', ...parts] = line.split(';')
  const cookie = nameAndValue(pair)
  if (cookie.name.length + cookie.value.length > bounds.check.cookie || (cookie.name === '' && cookie.value === ''))
    return undefined
  const attributes = new Map(
    parts.map((part) => {
      const [name = '', ...rest] = part.split('=')
      return [name.trim().toLowerCase(), rest.join('=').trim()]
    }),
  )
  const isSecure = attributes.has('secure')
  const scope = scopeOf(attributes.get('domain') ?? '', hostOf(url))
  const path = attributes.get('path') ?? ''
  const isRefused =
    (isSecure && url.protocol !== 'https:') || isMisnamed(cookie.name, isSecure, scope?.isHostOnly, path)
  if (!scope || isRefused) return undefined
  return {
    ...cookie,
    ...scope,
    isSecure,
    path: path.startsWith('/') ? path : url.pathname.slice(0, url.pathname.lastIndexOf('/')) || '/',
    expires: expiryOf(attributes),
  }
}

function nameAndValue(pair: string): { name: string; value: string } {
  const at = pair.indexOf('=')
  return { name: pair.slice(0, Math.max(at, 0)).trim(), value: pair.slice(at + 1).trim() }
}

/** Where a cookie counts; undefined where a host may not say so (section 5.3, steps 4 to 6). */
function scopeOf(attribute: string, host: string): Pick<Cookie, 'domain' | 'isHostOnly'> | undefined {
  const domain = attribute.replace(/^\./, '').toLowerCase()
  if (domain === '' || domain === host) return { domain: host, isHostOnly: domain === '' || isSuffix(domain) }
  return matchesDomain(host, domain) && !isSuffix(domain) ? { domain, isHostOnly: false } : undefined
}

/** Whether anyone can register names below it. */
const isSuffix = (domain: string) => parse(domain, { allowPrivateDomains: true }).publicSuffix === domain

/** draft-ietf-httpbis-rfc6265bis, section 4.1.3. */
function isMisnamed(name: string, isSecure: boolean, isHostOnly: boolean | undefined, path: string): boolean {
  if (/^__host-/i.test(name)) return !isSecure || !isHostOnly || path !== '/'
  return /^__secure-/i.test(name) && !isSecure
}

/** `Max-Age` goes before `Expires`; without either, it outlives the check. */
function expiryOf(attributes: ReadonlyMap<string, string>): number {
  const age = attributes.get('max-age') ?? ''
  if (/^-?\d+$/.test(age)) return Date.now() + Number(age) * 1000
  const date = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(date) ? Infinity : date
}
