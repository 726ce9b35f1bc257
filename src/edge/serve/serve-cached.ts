import { setImmediate as nextTurn } from 'node:timers/promises'
import { visitorLimits } from './limits.ts'
import { type Address, ageOf, type Entry, isForOrigin, type Usability, usabilityOf } from '../cache/index.ts'
import { pageRule } from '../optimize/anonymous-pages.ts'
import { acceptedCodings } from '../optimize/codings.ts'
import { compress, encodingFor } from '../optimize/compress.ts'
import { sendHints } from '../optimize/early-hints.ts'
import { missingImage } from '../optimize/images.ts'
import { storedTarget } from '../optimize/ignored-parameters.ts'
import { answerFrom, answerInstead } from './answer.ts'
import type { CacheStatus } from './cache-status.ts'
import { acts, type Exchange, recordAction, type VisitorRequest } from '../exchange/exchange.ts'
import { fetchAndStore, fetchBehind } from './fetch-and-store.ts'
import { forwardPastCache } from './forward.ts'
import { addressOf } from '../exchange/cache-key.ts'
import { otherForms } from './other-forms.ts'
import { pages, sendPage } from './pages.ts'
import type { EdgeContext } from './edge-context.ts'

/** Answers a GET or HEAD from the cache, or from the origin while storing what may be stored. */
export async function serveCached(exchange: Exchange, context: EdgeContext): Promise<void> {
  const { fields, method, response } = exchange
  const { purges, flights, uncacheable } = context
  if (isForOrigin(fields)) return forwardPastCache(exchange, context, { hit: false, forwarded: 'request' })

  const stored = storedTarget(exchange, exchange.target)
  if (stored !== exchange.target) recordAction(exchange, 'ignoredParameters')
  const address = addressOf(exchange.site.id, stored, exchange.scheme)
  let collapsed = false
  for (let waits = 0; ; waits++) {
    const now = Date.now()
    const { entry, isVariant } = lookUp(exchange, context, address)
    const usability = entry && allowed(exchange, usabilityOf(entry.lifetime, entry.responseTime, now))
    if (entry && usability !== 'validate') {
      answerFrom(exchange, context, entry, now, hit(entry, now, collapsed))
      makeForms(exchange, context, address, entry)
      if (usability === 'renew') {
        recordAction(exchange, 'staleWhileRevalidate')
        fetchBehind(exchange, context, { address, target: stored, entry, forwarded: 'stale' })
      }
      return
    }
    // RFC 9111, section 5.2.1.7
    if (/(?:^|,)\s*only-if-cached\s*(?:,|$)/i.test(fields['cache-control'] ?? '')) {
      sendPage(exchange, pages.notCached)
      return
    }
    const forwarded = entry ? 'stale' : isVariant ? 'vary-miss' : 'uri-miss'
    if (method === 'HEAD') return forwardPastCache(exchange, context, { hit: false, forwarded })
    if (waits === 0) sendHints(exchange, context.hints, address)
    if (fields['range'] !== undefined) {
      const why = entry ? 'stale' : 'partial'
      const part = { address, target: stored, entry, forwarded: why, isAlone: true, isPart: true } as const
      return fetchAndStore(exchange, context, part)
    }
    const isAlone = uncacheable.has(address.key, now)
    const flight = flights.get(address.key)
    if (isAlone || !flight || !purges.isCurrent(flight.moment, address, undefined) || waits >= visitorLimits.waits) {
      return fetchAndStore(exchange, context, { address, target: stored, entry, forwarded, isAlone })
    }
    const landing = await flight.wait(context.waitMs)
    if (response.destroyed) return
    if (landing.kind === 'failed') return answerInstead(exchange, context, entry, landing.error, forwarded)
    if (landing.kind === 'alone')
      return fetchAndStore(exchange, context, { address, target: stored, entry, forwarded, isAlone: true })
    collapsed = true
    // the others that waited get their turn, too
    if (waits > 0) await nextTurn()
  }
}

/** Answering with what has to be renewed is an action that the settings can switch off. */
function allowed(exchange: Exchange, usability: Usability): Usability {
  return usability === 'renew' && !acts(exchange, 'staleWhileRevalidate') ? 'validate' : usability
}

/** The stored response for a request, unless it has been purged, or is for visitors without a session. */
export function lookUp(exchange: VisitorRequest, { store, purges }: EdgeContext, address: Address) {
  const { entry, variants } = store.find(address.key, exchange.fields)
  if (entry && !purges.isCurrent(entry.moment, address, entry.labels)) {
    store.remove(address.key, entry)
    return { entry: undefined, isVariant: false }
  }
  if (entry) entry.moment = purges.now()
  if (entry?.isGoverned && pageRule(exchange)?.hasSession !== false) return { entry: undefined, isVariant: true }
  return { entry, isVariant: entry === undefined && variants > 0 }
}

export function hit(entry: Entry, now: number, collapsed: boolean): CacheStatus {
  const ttl = Math.floor((entry.lifetime.fresh - ageOf(entry.lifetime, entry.responseTime, now)) / 1000)
  return { hit: true, ttl, detail: collapsed ? 'collapsed' : undefined }
}

/** The form of a stored response that a visitor would like better than those that there are. */
export function missingForm(visit: VisitorRequest, entry: Entry) {
  const { fields } = visit
  const forms = otherForms(visit, entry.status, entry.fields)
  const [coding] = acceptedCodings(fields['accept-encoding'])
  const isCodingMissing = forms.codings && encodingFor(entry, fields['accept-encoding']) === undefined
  return {
    coding: isCodingMissing ? coding : undefined,
    format: forms.images ? missingImage(entry, fields['accept']) : undefined,
  }
}

/** Makes that form, for those who come next. */
function makeForms(exchange: Exchange, context: EdgeContext, address: Address, entry: Entry): void {
  const { coding, format } = missingForm(exchange, entry)
  const making = coding !== undefined ? compress(entry, [coding]) : format && context.images.add(entry, format)
  making
    ?.then(() => context.store.resize(address.key, entry))
    .catch((error: unknown) => context.log.error({ err: error }, 'making another form of a stored response failed'))
}
