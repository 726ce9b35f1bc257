import { isIP } from 'node:net'
import { parse } from 'tldts'
import { httpCheckLimits } from './limits.ts'

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
  /** The cookies that were set or deleted. */
  readonly #names = new Set<string>()

  /** Keeps the cookies of an answer, and forgets those that it lets expire (section 5.3). */
  store(lines: readonly string[], url: URL): void {
    for (const cookie of lines.flatMap((line) => parseCookie(line, url) ?? [])) {
      this.#names.add(cookie.name)
      const others = this.#kept.filter((other) => !isSame(cookie, other))
      this.#kept = (cookie.expires > Date.now() ? [...others, cookie] : others).slice(-httpCheckLimits.cookies)
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

/** Browsers keep no cookie with one of these, nor with a tab within its name or value. */
// oxlint-disable-next-line no-control-regex -- the characters to refuse
const control = /[\u0000-\u0008\u000a-\u001f\u007f]/

/** How browsers read it (draft-ietf-httpbis-rfc6265bis, section 5.6). */
function parseCookie(line: string, url: URL): Cookie | undefined {
  const [pair = '', ...parts] = line.split(';')
  const cookie = nameAndValue(pair)
  const text = cookie.name + cookie.value
  if (text === '' || text.length > httpCheckLimits.cookie || control.test(line) || text.includes('\t')) return undefined
  const attributes = new Map(
    parts.flatMap((part) => {
      const [name = '', ...rest] = part.split('=')
      const value = rest.join('=').trim()
      return value.length > longestAttribute ? [] : [[name.trim().toLowerCase(), value] as const]
    }),
  )
  const isSecure = attributes.has('secure')
  const scope = scopeOf(attributes.get('domain') ?? '', hostOf(url))
  const path = attributes.get('path') ?? ''
  const needsSecure = attributes.get('samesite')?.toLowerCase() === 'none' || attributes.has('partitioned')
  const isRefused =
    (isSecure ? url.protocol !== 'https:' : needsSecure) || isMisnamed(cookie, attributes, scope?.isHostOnly)
  if (!scope || isRefused) return undefined
  return {
    ...cookie,
    ...scope,
    isSecure,
    path: path.startsWith('/') ? path : url.pathname.slice(0, url.pathname.lastIndexOf('/')) || '/',
    expires: expiryOf(attributes),
  }
}

/** A longer value counts as none. */
const longestAttribute = 1024

function nameAndValue(pair: string): { name: string; value: string } {
  const at = pair.indexOf('=')
  return { name: pair.slice(0, Math.max(at, 0)).trim(), value: pair.slice(at + 1).trim() }
}

/** Where a cookie counts; undefined where a host may not say so (section 5.3, steps 4 to 6). */
function scopeOf(attribute: string, host: string): Pick<Cookie, 'domain' | 'isHostOnly'> | undefined {
  const domain = attribute.replace(/^\./, '').toLowerCase()
  if (domain === '' && attribute !== '') return undefined
  if (domain === '' || domain === host) return { domain: host, isHostOnly: domain === '' || isSuffix(domain) }
  return matchesDomain(host, domain) && !isSuffix(domain) ? { domain, isHostOnly: false } : undefined
}

/** Whether anyone can register names below it. */
const isSuffix = (domain: string) => parse(domain, { allowPrivateDomains: true }).publicSuffix === domain

/** Whether a name promises what the cookie doesn't keep (section 4.1.3). Without a name, the value is what servers read. */
function isMisnamed(
  { name, value }: Pick<Cookie, 'name' | 'value'>,
  attributes: ReadonlyMap<string, string>,
  isHostOnly = false,
): boolean {
  const prefix = /^__(?:host-http|host|secure|http)-/i.exec(name || value)?.[0].toLowerCase()
  if (prefix === undefined) return false
  return (
    name === '' ||
    !attributes.has('secure') ||
    (prefix.startsWith('__host-') && (!isHostOnly || attributes.get('path') !== '/')) ||
    (prefix.endsWith('http-') && !attributes.has('httponly'))
  )
}

/** `Max-Age` goes before `Expires`; without either, it outlives the check. */
function expiryOf(attributes: ReadonlyMap<string, string>): number {
  const age = attributes.get('max-age') ?? ''
  if (/^-?\d+$/.test(age)) return Date.now() + Number(age) * 1000
  return cookieDate(attributes.get('expires') ?? '') ?? Infinity
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** UNIX ms of a cookie's date, which need not be in any format (section 5.1.1); undefined if it isn't one, such as `0`. */
function cookieDate(text: string): number | undefined {
  let time: readonly number[] | undefined
  let day: number | undefined
  let month: number | undefined
  let year: number | undefined
  for (const token of text.split(/[\t -/;-@[-`{-~]+/)) {
    const [, hours, minutes, seconds] = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/.exec(token) ?? []
    const [, digits = ''] = /^(\d{1,4})(?!\d)/.exec(token) ?? []
    const named = months.indexOf(token.slice(0, 3).toLowerCase())
    if (!time && seconds !== undefined) time = [Number(hours), Number(minutes), Number(seconds)]
    else if (day === undefined && /^\d{1,2}$/.test(digits)) day = Number(digits)
    else if (month === undefined && named !== -1) month = named
    else if (year === undefined && digits.length > 1) year = Number(digits) + centuryOf(Number(digits))
  }
  const [hour = 24, minute = 0, second = 0] = time ?? []
  if (day === undefined || month === undefined || year === undefined || year < 1601) return undefined
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const at = Date.UTC(year, month, day, hour, minute, second)
  return new Date(at).getUTCDate() === day ? at : undefined
}

/** What a year of two digits leaves out. */
function centuryOf(year: number): number {
  if (year > 99) return 0
  return year > 69 ? 1900 : 2000
}
