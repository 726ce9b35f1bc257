import type { ActionName } from '../../contract/settings-actions.ts'
import { type Entry, type Fields, type Lifetime, usabilityOf, variesBy, withoutFields } from '../cache/index.ts'
import { acceptedCodings } from '../optimize/codings.ts'
import { encodingFor } from '../optimize/compress.ts'
import { storedTarget } from '../optimize/ignored-parameters.ts'
import { acts, type Exchange } from '../exchange/exchange.ts'
import { otherForms } from './other-forms.ts'
import { lastSecond } from '../exchange/to-nginx.ts'

interface Answer {
  readonly status: number
  readonly fields: Fields
  readonly isGoverned: boolean
  readonly onlyWith: readonly string[]
  readonly lifetime: Lifetime
  readonly responseTime: number
}

/**
 * Whether the answer to a request is the same for everyone who sends the same method, scheme, host, target and
 * Accept-Encoding: nginx knows nothing else of a request. And whether it's whole, and in the form that stays.
 */
function isSameForAll(exchange: Exchange, answer: Answer, now: number): boolean {
  const { status, fields, isGoverned, onlyWith, lifetime, responseTime } = answer
  const { nginxMayKeep, method, site, scheme, target, fields: asked } = exchange
  if (!nginxMayKeep || method !== 'GET' || isGoverned || onlyWith.length > 0 || site.looksAtVisitors()) return false
  const isFresh = usabilityOf(lifetime, responseTime, now) === 'fresh' && lastSecond(answer) * 1000 > now
  if (!isFresh) return false
  // once there is a certificate, visitors are sent to https instead
  if (scheme === 'http' && acts(exchange, 'httpsRedirect')) return false
  if (asked['range'] !== undefined || asked['authorization'] !== undefined) return false
  const varies = variesBy(fields)
  if (varies === '*' || varies.some((name) => name !== 'accept-encoding')) return false
  return storedTarget(exchange, target) === target && !otherForms(exchange, status, fields).images
}

/** Whether nginx may keep the answer from a stored response. */
export function mayKeepEntry(exchange: Exchange, entry: Entry, now: number): boolean {
  if (!isSameForAll(exchange, entry, now)) return false
  const accepted = exchange.fields['accept-encoding']
  // the compressed form is still to come
  const isWaiting = acceptedCodings(accepted).length > 0 && encodingFor(entry, accepted) === undefined
  return !isWaiting || !otherForms(exchange, entry.status, entry.fields).codings
}

/** Whether nginx may keep an answer while it comes from the origin: later visitors get the same bytes. */
export function mayKeepFirst(exchange: Exchange, answer: Answer): boolean {
  const { fields, status } = answer
  // without a length, nginx would send a part of it as the whole to those who ask for a HEAD
  return (
    fields['content-length'] !== undefined &&
    isSameForAll(exchange, answer, answer.responseTime) &&
    !otherForms(exchange, status, fields).codings
  )
}

/** A visit whose answer nginx keeps: whole, because nginx itself tells visitors that they have it already. */
export function keptVisit(exchange: Exchange, acted: ActionName[]): Exchange {
  const { actionTimes, fields } = exchange
  return {
    ...exchange,
    fields: withoutFields(fields, ['if-none-match', 'if-modified-since']),
    actionTimes: {
      record(siteId, action) {
        acted.push(action)
        actionTimes.record(siteId, action)
      },
    },
  }
}
