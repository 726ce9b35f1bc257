import { parseDate } from './dates.ts'
import {
  concernsAll,
  maxSeconds,
  type ResponseDirectives,
  responseDirectives,
  secondsOf,
  setsCookie,
} from './directives.ts'
import { type Fields, membersOf } from './fields.ts'

/** A response as far as these rules look at it. Times are UNIX ms. */
export interface Received {
  readonly status: number
  readonly fields: Fields
  /** When the request was sent. */
  readonly requestTime: number
  /** When the head of the response arrived. */
  readonly responseTime: number
}

/** A field that says how long a response is fresh. */
export type FreshnessField = 'cdn-cache-control' | 'cache-control' | 'expires' | 'last-modified'

/** How long a response may be used, in ms. */
export interface Lifetime {
  /** Its age when it arrived. */
  readonly initialAge: number
  /** The age up to which it is fresh. */
  readonly fresh: number
  /** The field from which that follows, or the need to validate; undefined where there is none. */
  readonly governedBy: FreshnessField | undefined
  /** Whether each use needs a validation. */
  readonly validateAlways: boolean
  /** How long past `fresh` it may be used while it's being renewed. */
  readonly staleWhileRevalidate: number
  /** How long past `fresh` it may be used when the origin answers with an error. */
  readonly staleIfError: number
  /** Whether it may be used past `fresh` when the origin can't be reached. */
  readonly staleIfUnreachable: boolean
}

/** Nothing is used longer than this without asking the origin, whatever it allows: purge orders are kept as long. */
export const maxUseMs = 24 * 3600_000

/**
 * @param governing the directives of the response, if they have been read before
 * @param request the fields of the request that it answers
 */
export function lifetimeOf(
  response: Received,
  governing: ResponseDirectives = responseDirectives(response.fields),
  request: Fields = {},
): Lifetime {
  const { directives, isReadable, targeted } = governing
  const validateAlways = concernsAll(directives, 'no-cache')
  const staleForbidden =
    directives.has('must-revalidate') || directives.has('proxy-revalidate') || validateAlways || !isReadable
  const { fresh, by } = freshness(response, governing, request)
  // what the origin hasn't said to be for everyone isn't used without asking it
  const isPersonal = request['cookie'] !== undefined && !isExplicit(by)
  const stale = (name: string) => (staleForbidden ? 0 : (secondsOf(directives, name) ?? 0) * 1000)
  return {
    initialAge: initialAge(response),
    fresh,
    governedBy: validateAlways ? directiveField(targeted) : by,
    validateAlways,
    // RFC 5861. s-maxage alone forbids stale use (RFC 9111, section 5.2.2.10), but these allow it expressly.
    staleWhileRevalidate: stale('stale-while-revalidate'),
    staleIfError: stale('stale-if-error'),
    // RFC 9111, section 4.2.4
    staleIfUnreachable: !staleForbidden && !isPersonal && !directives.has('s-maxage'),
  }
}

/**
 * The lifetime of a stored response that the origin has confirmed. What was made for a visitor with cookies stays so,
 * whoever has it confirmed: nothing is guessed that wasn't before.
 */
export function renewedLifetime(stored: Lifetime, renewed: Lifetime): Lifetime {
  if (isExplicit(renewed.governedBy)) return renewed
  const staleIfUnreachable = renewed.staleIfUnreachable && stored.staleIfUnreachable
  const isGuessed = stored.governedBy === 'last-modified'
  return { ...renewed, staleIfUnreachable, ...(isGuessed ? {} : { fresh: 0, governedBy: undefined }) }
}

/** Whether the origin has said how long a response is fresh. */
export function isExplicit(by: FreshnessField | undefined): boolean {
  return by !== undefined && by !== 'last-modified'
}

function directiveField(targeted: boolean): FreshnessField {
  return targeted ? 'cdn-cache-control' : 'cache-control'
}

/** RFC 9111, section 4.2.1. */
function freshness(
  response: Received,
  governing: ResponseDirectives,
  request: Fields,
): { readonly fresh: number; readonly by: FreshnessField | undefined } {
  const { fields, responseTime } = response
  const { directives, targeted } = governing
  const seconds = secondsOf(directives, 's-maxage') ?? secondsOf(directives, 'max-age')
  if (seconds !== undefined) return { fresh: seconds * 1000, by: directiveField(targeted) }
  if (!targeted && fields['expires'] !== undefined) {
    // an invalid date, 0 above all, is in the past (RFC 9111, section 5.3)
    const expires = parseDate(fields['expires'], responseTime)
    return { fresh: expires === undefined ? 0 : Math.max(0, expires - dateOf(response)), by: 'expires' }
  }
  const fresh = mayGuess(response, governing, request) ? heuristic(response) : 0
  return { fresh, by: fresh > 0 ? 'last-modified' : undefined }
}

/** Statuses that may be kept without explicit freshness (RFC 9110, section 15.1); 206 isn't kept here. */
const heuristicStatuses: ReadonlySet<number> = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])

/**
 * Whether a lifetime may be guessed (RFC 9111, section 4.2.2). More careful than the standard: not for pages, which
 * change without notice and greet visitors by name; not for visitors with cookies; and not where the origin has said
 * something that can't be read, or that older caches would understand.
 */
function mayGuess(
  { status, fields }: Received,
  { directives, isReadable }: ResponseDirectives,
  { cookie }: Fields,
): boolean {
  if (!directives.has('public') && !heuristicStatuses.has(status)) return false
  const isForbidden = !isReadable || /no-cache/i.test(fields['pragma'] ?? '')
  return !isForbidden && cookie === undefined && !setsCookie(fields) && !isPage(fields)
}

/** Whether browsers show a response as a page, those that they have to guess included. */
export function isPage(fields: Fields): boolean {
  return /^\s*(?:$|text\/(?:x-server-parsed-)?html\b|application\/xhtml\+xml\b)/i.test(fields['content-type'] ?? '')
}

/** A tenth of the time since the last modification (RFC 9111, section 4.2.2). */
function heuristic(response: Received): number {
  const { fields, responseTime } = response
  const modified = fields['last-modified'] === undefined ? undefined : parseDate(fields['last-modified'], responseTime)
  return modified === undefined ? 0 : Math.max(0, (dateOf(response) - modified) / 10)
}

/** When the origin made the response (RFC 9110, section 6.6.1). */
export function dateOf({ fields, responseTime }: Pick<Received, 'fields' | 'responseTime'>): number {
  return (fields['date'] === undefined ? undefined : parseDate(fields['date'], responseTime)) ?? responseTime
}

/** RFC 9111, section 4.2.3. */
function initialAge(response: Received): number {
  const { requestTime, responseTime } = response
  const apparent = Math.max(0, responseTime - dateOf(response))
  return Math.max(apparent, ageField(response.fields) + responseTime - requestTime)
}

/** The first member counts, and an invalid one is ignored (RFC 9111, section 5.1). ms */
function ageField({ age }: Fields): number {
  const [first = ''] = age === undefined ? [] : membersOf(age)
  return /^\d+$/.test(first) ? Math.min(Number(first), maxSeconds) * 1000 : 0
}

/** The present age (RFC 9111, section 4.2.3), in ms. */
export function ageOf(lifetime: Lifetime, responseTime: number, now: number): number {
  return lifetime.initialAge + Math.max(0, now - responseTime)
}

/** What a stored response is good for without asking the origin. */
export type Usability =
  /** It's the answer. */
  | 'fresh'
  /** It's the answer, and has to be renewed (RFC 5861, section 3). */
  | 'renew'
  /** It has to be validated first. */
  | 'validate'

/** RFC 9111, section 4. */
export function usabilityOf(lifetime: Lifetime, responseTime: number, now: number): Usability {
  if (lifetime.validateAlways || now - responseTime > maxUseMs) return 'validate'
  const past = ageOf(lifetime, responseTime, now) - lifetime.fresh
  if (past < 0) return 'fresh'
  return past < lifetime.staleWhileRevalidate ? 'renew' : 'validate'
}

/** RFC 5861, section 4. */
const errorStatuses: ReadonlySet<number> = new Set([500, 502, 503, 504])

/** Whether a stored response may stand in for what the origin did: answer with a status, or nothing at all. */
export function standsInFor(
  outcome: number | 'unreachable',
  lifetime: Lifetime,
  responseTime: number,
  now: number,
): boolean {
  if (now - responseTime > maxUseMs) return false
  const past = ageOf(lifetime, responseTime, now) - lifetime.fresh
  const isError = outcome === 'unreachable' || errorStatuses.has(outcome)
  if (isError && !lifetime.validateAlways && past < lifetime.staleIfError) return true
  return outcome === 'unreachable' && lifetime.staleIfUnreachable
}
