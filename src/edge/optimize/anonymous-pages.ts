import { settingsActions } from '../../contract/settings-actions.ts'
import { TooCostly } from '../../contract/filter-budget.ts'
import { isNamed, partsOf, stepsToLookUp } from '../../contract/name-list.ts'
import { type Fields, setsCookie, withField } from '../cache/index.ts'
import { decide, type VisitorRequest } from '../exchange/exchange.ts'
import { namesIn } from './options.ts'

const {
  maxAge: defaultMaxAge,
  sessionCookies: defaultCookies,
  harmlessCookies: defaultHarmless,
} = settingsActions.htmlCache.options

/** What the settings say about a visitor's pages. */
interface PageRule {
  /** Whether the visitor has a session, so that no page made for others will do. */
  readonly hasSession: boolean
  /** The names of session cookies; one that ends in `*` stands for all names that begin so. */
  readonly sessionCookies: readonly string[]
  /** The same for cookies that don't mean a session. A cookie in neither list counts as a session. */
  readonly harmlessCookies: readonly string[]
  /** How long a page is kept that gives no time itself, in seconds. */
  readonly maxAge: number
}

/** The rule for a request, undefined where the settings have none. */
export function pageRule(visit: VisitorRequest): PageRule | undefined {
  const { fields } = visit
  const decision = decide(visit, 'htmlCache')
  if (!decision.acts) return undefined
  const { maxAge } = decision.entry
  const sessionCookies = namesIn(decision.entry['sessionCookies'], defaultCookies)
  const harmlessCookies = namesIn(decision.entry['harmlessCookies'], defaultHarmless)
  const cookies = { sessionCookies, harmlessCookies }
  return {
    hasSession: fields['authorization'] !== undefined || hasSessionCookie(visit, cookies),
    ...cookies,
    maxAge: typeof maxAge === 'number' ? maxAge : defaultMaxAge,
  }
}

type CookieLists = Pick<PageRule, 'sessionCookies' | 'harmlessCookies'>

/** Whether a request has a cookie that shows a session. One that takes too many steps to look through counts as such. */
function hasSessionCookie({ fields, budget }: VisitorRequest, lists: CookieLists): boolean {
  const cookies = fields['cookie']
  if (cookies === undefined) return false
  const count = partsOf(cookies, ';')?.length ?? 0
  try {
    budget.spend(stepsToLookUp(count, lists.sessionCookies) + stepsToLookUp(count, lists.harmlessCookies))
  } catch (error) {
    if (error instanceof TooCostly) return true
    throw error
  }
  return sessionCookieIn(fields, lists) !== undefined
}

/** The cookie of a request that shows a session, by its name: nobody knows the names of all that do. */
export function sessionCookieIn(fields: Fields, { sessionCookies, harmlessCookies }: CookieLists): string | undefined {
  const text = fields['cookie'] ?? ''
  const cookies = partsOf(text, ';')
  const nameOf = (cookie: string) => cookie.split('=', 1)[0]?.trim() ?? ''
  // too many to look at, so the last one counts as a session
  if (!cookies) return nameOf(text.slice(text.lastIndexOf(';') + 1))
  const names = cookies.filter((cookie) => cookie.trim() !== '').map(nameOf)
  const known = names.find((name) => isNamed(name, sessionCookies))
  return known ?? names.find((name) => !isNamed(name, harmlessCookies))
}

/**
 * The fields by which an answer is kept: a page that gives no time gets the one of the settings, in the field for caches
 * like this one. Pages that set a cookie, or that the origin wants kept by no one or by the visitor only, stay as they are.
 */
export function governing(visit: VisitorRequest): (status: number, fields: Fields) => Fields {
  const rule = pageRule(visit)
  return (status, fields) => governedFields(rule, status, fields)
}

function governedFields(rule: PageRule | undefined, status: number, fields: Fields): Fields {
  if (!rule || rule.hasSession || status !== 200 || !/^text\/html\b/i.test(fields['content-type'] ?? '')) return fields
  const hasOwnTime = ['expires', 'cdn-cache-control'].some((name) => fields[name] !== undefined)
  const isDirected = /max-age|s-maxage|no-store|no-cache|private/i.test(fields['cache-control'] ?? '')
  return hasOwnTime || isDirected || setsCookie(fields)
    ? fields
    : withField(fields, 'cdn-cache-control', `max-age=${rule.maxAge}`)
}
