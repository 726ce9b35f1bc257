import type { FilterBudget } from '../../contract/filter-budget.ts'
import type { Decision } from '../../contract/settings-filters.ts'
import type { Handling } from '../../contract/states.ts'
import { type Fields, listedByConnection, withField, withoutFields } from '../cache/index.ts'
import type { Scheme } from '../exchange/cache-key.ts'
import type { Destination, Redirecting } from '../control/sites-table.ts'
import { normalizedCodings } from '../optimize/codings.ts'
import { answerRules } from '../optimize/speculation.ts'
import { serveCached } from './serve-cached.ts'
import { answerChallenge, askedToken } from './challenge.ts'
import { decide, type Exchange } from '../exchange/exchange.ts'
import { forward, forwardPastCache } from './forward.ts'
import { pages, sendPage } from './pages.ts'
import type { EdgeContext } from './edge-context.ts'
import type { handlingOf } from './find-site.ts'
import { redirectToHttps, redirectToSite } from './redirect.ts'

/** What a request is for, as its head says. */
export type Found = (Destination | Redirecting) & FoundHead

interface FoundHead {
  readonly handling: ReturnType<typeof handlingOf>
  readonly fields: Fields
  readonly scheme: Scheme
  /** Path and query, or `*`. */
  readonly target: string
  readonly budget: FilterBudget
}

/** Answers a visitor of a site, and counts what that costs. Resolves once the answer is sent or the visitor has left. */
export async function serveSite(
  { site, address, handling, fields, scheme, target, budget }: Found,
  visit: Pick<Exchange, 'request' | 'response' | 'method' | 'sendContinue'>,
  context: EdgeContext,
): Promise<void> {
  const token = askedToken({ ...visit, target })
  const hostname = hostnameAt({ site, address })
  if (token !== undefined && (await answerChallenge({ ...visit, target }, hostname, token, context))) return
  if (address === 'counterpart' || handling.does === 'redirect') {
    redirectToSite({ ...visit, site, fields, scheme, target }, context)
    return
  }
  if (handling.does === 'maintenance') {
    sendPage(visit, pages.maintenance)
    return
  }
  const { request, response, method, sendContinue } = visit
  const meter = handling.counted ? context.traffic.begin(site.id) : undefined
  const left = Promise.withResolvers<void>()
  if (request.isFromNginx) meter?.passed()
  else meter?.visited(request.socket)
  const leave = () => {
    meter?.left()
    left.resolve()
  }
  response.on('finish', leave)
  response.on('close', leave)
  const { actionTimes } = context
  const exchange = {
    request,
    response,
    fields,
    method,
    scheme,
    target,
    budget,
    site,
    address,
    actionTimes,
    meter,
    sendContinue,
    nginxMayKeep: request.isFromNginx === true && context.nginxHasRoom(),
  }
  try {
    await answer(exchange, handling, context)
    await left.promise
  } finally {
    if (meter) context.traffic.end(meter)
  }
}

/** The host that a visitor came by. */
function hostnameAt({ site, address }: Pick<Found, 'site' | 'address'>): string {
  if (address === 'preview') return site.previewHost
  return address === 'counterpart' && site.counterpart ? site.counterpart.hostname : site.hostname
}

/** Answers a visitor as the state of the site says. */
function answer(exchange: Exchange, { does }: Handling, context: EdgeContext): Promise<void> {
  if (does !== 'optimize') return forward(exchange, context)
  if (redirectToHttps(exchange, context)) return Promise.resolve()
  const { method, request } = exchange
  // a GET with a body may mean anything
  if ((method !== 'GET' && method !== 'HEAD') || request.body)
    return forwardPastCache(exchange, context, { hit: false, forwarded: 'method' })
  if (answerRules(exchange)) return Promise.resolve()
  const decision = decide(exchange, 'cache')
  if (!decision.acts)
    return forwardPastCache(exchange, context, { hit: false, forwarded: 'bypass', detail: bypassReason(decision) })
  return serveCached(normalized(exchange), context)
}

/** For Cache-Status, where the settings say something else than their author can have meant. */
function bypassReason({ because }: Exclude<Decision, { acts: true }>): string | undefined {
  return because === 'too costly' || because === 'too long' ? `filters ${because}` : undefined
}

/**
 * A request with the fields that the origin gets, by which what is stored is selected: without those that concern the
 * visitor's connection only, and Accept-Encoding in one of a few forms.
 */
function normalized(exchange: Exchange): Exchange {
  const { fields } = exchange
  const listed = listedByConnection(fields)
  const endToEnd = listed.length === 0 ? fields : withoutFields(fields, listed)
  const accepted = endToEnd['accept-encoding']
  const codings = accepted === undefined ? undefined : normalizedCodings(accepted)
  if (codings === accepted && endToEnd === fields) return exchange
  return { ...exchange, fields: codings === undefined ? endToEnd : withField(endToEnd, 'accept-encoding', codings) }
}
