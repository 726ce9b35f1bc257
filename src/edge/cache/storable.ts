import { concernsAll, fieldsOnly, type ResponseDirectives, responseDirectives, setsCookie } from './directives.ts'
import type { Fields } from './fields.ts'
import { isExplicit, isPage, type Lifetime, lifetimeOf, type Received } from './freshness.ts'
import { variesBy } from './vary.ts'

/** Statuses that this cache understands, for must-understand (RFC 9111, section 5.2.2.3). */
const understood: ReadonlySet<number> = new Set([
  200, 203, 204, 300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 410, 414, 451, 500, 501, 502, 503, 504,
])

/** Statuses that aren't stored. */
const ofRequest: ReadonlySet<number> = new Set([205, 206, 304, 416])

/**
 * Why the response to a GET must not be stored, or isn't worth it; undefined where it may be (RFC 9111, section 3).
 * The reasons are short, for the Cache-Status field.
 */
export function reasonNotToStore(
  requestFields: Fields,
  response: Received,
  governing: ResponseDirectives = responseDirectives(response.fields),
  lifetime: Lifetime = lifetimeOf(response, governing, requestFields),
): string | undefined {
  const { status, fields } = response
  const { directives, isReadable } = governing
  // ranges are answered from whole responses; a 205 and a 304 belong to the request that asked for them
  if (status < 200 || ofRequest.has(status)) return `status ${status}`
  // RFC 9111, section 5.2.2.3: a cache that understands the status ignores no-store next to it (section 5.2.2.5)
  const mustUnderstand = directives.has('must-understand')
  if (mustUnderstand && !understood.has(status)) return 'must-understand'
  if (directives.has('no-store') && !mustUnderstand) return 'no-store'
  // RFC 9111, section 5.2.1.5
  if (/(?:^|,)\s*no-store\s*(?:,|$)/i.test(requestFields['cache-control'] ?? '')) return 'no-store in the request'
  if (concernsAll(directives, 'private')) return 'private'
  // RFC 9111, section 3.5
  const isShared = directives.has('public') || directives.has('s-maxage') || directives.has('must-revalidate')
  if (requestFields['authorization'] !== undefined && !isShared) return 'authorization'
  // more careful than RFC 9111, section 7.3
  if (setsCookie(fields) && !isMeantForAll(governing, lifetime)) return 'set-cookie'
  // it would never be selected (RFC 9111, section 4.1)
  if (variesBy(fields) === '*') return 'vary *'
  // RFC 9111, section 3: what is stale at once and can't be validated isn't worth keeping
  const { fresh, staleWhileRevalidate, initialAge } = lifetime
  const hasValidator = fields['etag'] !== undefined || fields['last-modified'] !== undefined
  const usable = fresh + staleWhileRevalidate
  if (usable <= initialAge && !hasValidator) return usable > 0 ? 'stale' : isReadable ? 'no lifetime' : 'unreadable'
  // a server that confirms it to the next one may only look at the time of its template
  const isPersonal = requestFields['cookie'] !== undefined && !isExplicit(lifetime.governedBy) && isPage(fields)
  return isPersonal ? 'cookie in the request' : undefined
}

/** Whether the origin says in so many words how long shared caches may keep a response, or what of it they may not. */
function isMeantForAll({ directives, targeted }: ResponseDirectives, { fresh, governedBy, validateAlways }: Lifetime) {
  const isKept = fresh > 0 && isExplicit(governedBy) && !validateAlways
  const namesCookie = (['no-cache', 'private'] as const).some((name) =>
    fieldsOnly(directives, name)?.includes('set-cookie'),
  )
  return isKept && (targeted || directives.has('s-maxage') || directives.has('public') || namesCookie)
}
