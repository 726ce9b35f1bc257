import { FilterBudget } from '../../contract/filter-budget.ts'
import type { Explanation } from '../../contract/explanation.ts'
import { ruleOf } from '../../words/explanation.ts'
import { filterInWords } from '../../words/filters.ts'
import { actionNames } from '../../contract/settings-actions.ts'
import { visitorHandling } from '../../contract/states.ts'
import { lookLimits } from '../serve/limits.ts'
import {
  endToEnd,
  type FieldLines,
  type Fields,
  fieldsOf,
  type FreshnessField,
  maxUseMs,
  usabilityOf,
  variesBy,
  without,
} from '../cache/index.ts'
import { equivalentTarget } from '../exchange/cache-key.ts'
import { noCertificate, type SiteRow, siteFrom } from '../control/site.ts'
import type { Destination } from '../control/sites-table.ts'
import { pageRule, sessionCookieIn } from '../optimize/anonymous-pages.ts'
import { acceptedCodings, isEncoded, normalizedCodings } from '../optimize/codings.ts'
import { whyUncompressed } from '../optimize/compress.ts'
import { storedTarget } from '../optimize/ignored-parameters.ts'
import type { OriginHead } from '../origin/ask.ts'
import { OriginFailure } from '../origin/failure.ts'
import { originLines } from '../origin/request-lines.ts'
import { acts, decide, type VisitorRequest } from '../exchange/exchange.ts'
import { judge } from '../serve/judge-answer.ts'
import type { Origins } from './origins.ts'

/** A visitor's GET, to be explained. */
export interface Visit {
  readonly url: URL
  readonly address: Destination['address']
  /** Names and values of its headers in turn. Those that every browser sends are added. */
  readonly lines: FieldLines
  /** The visitor's IP address. */
  readonly ip: string
  readonly signal: AbortSignal
}

/** A site as it's explained: nothing follows from its certificate. */
export type ExplainedRow = Omit<SiteRow, keyof typeof noCertificate>

/**
 * Explains what the edge does with a visitor's request. Asks the origin once, unless the site's state keeps visitors
 * from it, and stores and counts nothing.
 */
export async function explain(row: ExplainedRow, visit: Visit, origins: Origins): Promise<Explanation> {
  const site = siteFrom({ ...row, ...noCertificate })
  const lines = browserLines(visit.lines)
  const target = `${visit.url.pathname}${visit.url.search}`
  const scheme = visit.url.protocol === 'https:' ? 'https' : 'http'
  const request: VisitorRequest = { site, scheme, target, fields: fieldsOf(lines), budget: new FilterBudget() }
  const handling = visitorHandling[site.state][visit.address].does
  const known: Explanation = {
    ...nothing,
    url: visit.url.href,
    address: visit.address,
    state: row.state,
    handling,
    actions: actionsFor(request),
  }
  if (handling === 'maintenance' || handling === 'refuse') return known
  try {
    const { origin } = site
    const sent = originLines({
      method: 'GET',
      lines,
      fields: request.fields,
      httpVersion: '1.1',
      address: visit.ip,
      site,
      scheme,
    })
    const answer = await origins.head({ origin, target, lines: sent, signal: visit.signal })
    return { ...known, ...explainAnswer(request, answer) }
  } catch (error) {
    if (!(error instanceof OriginFailure)) throw error
    return { ...known, outcome: 'unreachable', reason: error.problem, rule: 'RFC 9209, section 2.3' }
  }
}

function cut(value: string | undefined): string | undefined {
  return value !== undefined && value.length > lookLimits.value ? `${value.slice(0, lookLimits.value)}…` : value
}

/** What is known without an answer. */
const nothing = {
  outcome: 'not asked',
  reason: null,
  rule: null,
  status: null,
  content_type: null,
  kept_as: null,
  ignored_parameters: [],
  seconds: null,
  allowed_seconds: null,
  governed_by: null,
  stale_while_revalidate: null,
  stale_if_error: null,
  vary: [],
  only_with: [],
  compression: null,
  uncompressed_because: null,
  session: null,
} as const satisfies Partial<Explanation>

/** What the edge decides about an answer of the origin. */
function explainAnswer(request: VisitorRequest, answer: OriginHead): Partial<Explanation> {
  const { status } = answer
  const about = {
    status,
    content_type: cut(answer.fields['content-type']) ?? null,
    session: sessionOf(request, answer),
  }
  const compressed = compressionOf(request, status, answer.fields)
  if (!acts(request, 'cache')) return { ...about, ...compressed, outcome: 'not kept', reason: 'settings' }
  const { received, reason, isGoverned, lifetime, onlyWith } = judge(request, answer, linesOf(answer))
  if (reason !== undefined) return { ...about, ...compressed, outcome: 'not kept', reason, rule: ruleOf(reason) }
  const seconds = keptSeconds(lifetime)
  const isKept = usabilityOf(lifetime, answer.responseTime, answer.responseTime) === 'fresh'
  const vary = variesBy(received.fields)
  return {
    ...about,
    outcome: isKept ? 'kept' : 'validated',
    ...keyOf(request),
    seconds: isKept ? seconds : null,
    allowed_seconds: lifetime.fresh / 1000,
    governed_by: governedBy(received.fields, lifetime.governedBy, isGoverned),
    stale_while_revalidate: acts(request, 'staleWhileRevalidate') ? lifetime.staleWhileRevalidate / 1000 : 0,
    stale_if_error: lifetime.staleIfError / 1000,
    vary: vary === '*' ? ['*'] : named(vary),
    only_with: named(onlyWith),
    ...compressed,
  }
}

function named(names: readonly string[]): string[] {
  return names.slice(0, lookLimits.names).map((name) => name.slice(0, lookLimits.value))
}

/** The lines of an answer that are kept. */
function linesOf({ lines, fields }: OriginHead): FieldLines {
  return endToEnd(lines, fields)
}

/** For how long an answer is used, in seconds. A moment on the way doesn't count. */
function keptSeconds({ fresh, initialAge }: { readonly fresh: number; readonly initialAge: number }): number {
  const left = initialAge <= 2000 ? fresh : fresh - initialAge
  return Math.ceil(Math.min(left, maxUseMs) / 1000)
}

const fieldNames: Readonly<Record<FreshnessField, string>> = {
  'cdn-cache-control': 'CDN-Cache-Control',
  'cache-control': 'Cache-Control',
  expires: 'Expires',
  'last-modified': 'Last-Modified',
}

/** The field that decides how long an answer is kept: one of the answer, or the one that the settings stand for. */
function governedBy(fields: Fields, by: FreshnessField | undefined, isGoverned: boolean): Explanation['governed_by'] {
  return by === undefined ? null : { field: isGoverned ? 'settings' : fieldNames[by], value: cut(fields[by]) ?? '' }
}

/** Under which path and query an answer is kept, and which query parameters don't matter. */
function keyOf(request: VisitorRequest): Pick<Explanation, 'kept_as' | 'ignored_parameters'> {
  const { target } = request
  const kept = storedTarget(request, target)
  const names = (text: string) => [...new URLSearchParams(text.split('?').slice(1).join('?')).keys()]
  const remaining = names(kept)
  return {
    kept_as: equivalentTarget(kept),
    ignored_parameters: [...new Set(names(target).filter((name) => !remaining.includes(name)))],
  }
}

/** By whom an answer is compressed, or why it isn't. */
function compressionOf(
  request: VisitorRequest,
  status: number,
  fields: Fields,
): Partial<Pick<Explanation, 'compression' | 'uncompressed_because'>> {
  const sent = fields['content-encoding']
  if (sent !== undefined && isEncoded(fields))
    return { compression: { coding: sent.slice(0, lookLimits.value), by: 'origin' } }
  if (!acts(request, 'compression')) return {}
  const because = whyUncompressed(status, fields)
  if (because) return { uncompressed_because: because }
  const [coding] = acceptedCodings(request.fields['accept-encoding'])
  return coding === undefined ? { uncompressed_because: 'not accepted' } : { compression: { coding, by: 'edge' } }
}

const ofVisitor: ReadonlySet<string> = new Set(['cookie', 'authorization'])

/** What a session changes: a page that the settings keep for anonymous visitors isn't for anyone else. */
function sessionOf(request: VisitorRequest, answer: OriginHead): Explanation['session'] {
  const fields = fieldsOf(Object.entries(request.fields).flatMap((line) => (ofVisitor.has(line[0]) ? [] : line)))
  const anonymous = { ...request, fields, budget: new FilterBudget() }
  const rule = pageRule(anonymous)
  if (!rule || !acts(anonymous, 'cache')) return null
  const { reason, isGoverned, lifetime } = judge(anonymous, answer, linesOf(answer))
  if (reason !== undefined || !isGoverned) return null
  return {
    cookies: [...rule.sessionCookies],
    sent: sessionCookieIn(request.fields, rule) ?? null,
    seconds: keptSeconds(lifetime),
  }
}

/** What the settings say about each action that the edge carries out. */
function actionsFor(request: VisitorRequest): Explanation['actions'] {
  return actionNames.map((action) => {
    const decision = decide(request, action)
    return {
      action,
      acts: decision.acts,
      because: decision.acts ? null : decision.because,
      exception: 'filters' in decision ? decision.filters.map(filterInWords).join(', or ') : null,
      ruled_by: decision.rule ?? null,
      rule_name: decision.ruleName ?? null,
    }
  })
}

const sentByBrowsers = [
  ['User-Agent', 'Mozilla/5.0 (compatible; SitePerformance/1.0)'],
  ['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
  ['Accept-Encoding', 'gzip, deflate, br, zstd'],
] as const

const acceptEncoding: ReadonlySet<string> = new Set(['accept-encoding'])

/** The lines of a request with those that every browser sends, and Accept-Encoding as the edge sends it. */
function browserLines(lines: FieldLines): string[] {
  const given = fieldsOf(lines)
  const all = [...lines, ...sentByBrowsers.filter(([name]) => given[name.toLowerCase()] === undefined).flat()]
  const accepted = fieldsOf(all)['accept-encoding'] ?? ''
  return [...without(all, acceptEncoding), 'Accept-Encoding', normalizedCodings(accepted)]
}
