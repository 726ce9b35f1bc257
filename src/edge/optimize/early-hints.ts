import { optimizerLimits } from './limits.ts'
import { LruMap } from '../../shared/lru-map.ts'
import { earlyHintLimits } from '../../shared/early-hint-limits.ts'
import type { EdgeSite } from '../control/site.ts'
import { type Address, type Fields, type Purges, membersOf, responseDirectives, setsCookie } from '../cache/index.ts'
import { addressOf, type Scheme } from '../exchange/cache-key.ts'
import { apartNames } from '../origin/request-names.ts'
import { acts, type Exchange, recordAction } from '../exchange/exchange.ts'

/** What browsers take from a 103: resources of the page, and servers that it will need. */
const wanted = /;\s*rel=(?:"(?:preload|preconnect|modulepreload)"|(?:preload|preconnect|modulepreload))\s*(?:;|$)/i
/** The form that Node sends. Its own expression for that isn't linear, but is quick for whatever has this form. */
const sendable = /^<[^<>"\s]*>(?:\s*;\s*[^;"=\s]+(?:=(?:"[^;"\s]*"|[^;"\s]*))?)*$/

interface Learned {
  readonly links: readonly string[]
  /** When the answer was asked for; see `Purges`. */
  readonly moment: number
  /** In characters, with what surrounds them. */
  readonly length: number
}

/** The links of each page's latest answer, to be sent to the next visitor before the page is there. */
export class Hints {
  readonly #learned = new LruMap<string, Learned>(optimizerLimits.linksInAll, ({ length }) => length)
  readonly #purges: Purges

  constructor(purges: Purges) {
    this.#purges = purges
  }

  /** Remembers the links of an answer in place of those before. */
  learn({ key }: Address, links: readonly string[], moment: number): void {
    if (links.length === 0) return this.#learned.delete(key)
    const length = key.length + links.reduce((sum, one) => sum + one.length, 100)
    this.#learned.set(key, { links, moment, length })
  }

  /** The links of a page, unless it has been purged since. */
  of(address: Address): readonly string[] {
    const learned = this.#learned.get(address.key)
    return learned && this.#purges.isCurrent(learned.moment, address, undefined) ? learned.links : []
  }
}

/** Whether a link has the form of a hint, and leads to the site itself or over https. */
function isSendable(link: string, { hostname }: Pick<EdgeSite, 'hostname'>, scheme: Scheme): boolean {
  if (!wanted.test(link) || !sendable.test(link)) return false
  const target = link.slice(1, link.indexOf('>'))
  const base = `${scheme}://${hostname}/`
  if (!URL.canParse(target, base)) return false
  const url = new URL(target, base)
  return url.protocol === 'https:' || (url.protocol === `${scheme}:` && url.hostname === hostname)
}

function linksIn(link: string | undefined, site: EdgeSite, scheme: Scheme): readonly string[] {
  const links: string[] = []
  let left: number = earlyHintLimits.length
  for (const member of membersOf(link ?? '')) {
    if (!isSendable(member, site, scheme) || member.length > left) continue
    links.push(member)
    left -= member.length
    if (links.length === earlyHintLimits.links) break
  }
  return links
}

/**
 * Remembers the links of a page. Only of answers that could be everyone's: what a page for one visitor links to is nobody
 * else's business, nor what a visitor has made the server link to.
 */
export function learnHints(
  exchange: Exchange,
  hints: Hints,
  address: Address,
  { status, fields }: { readonly status: number; readonly fields: Fields },
  moment: number,
): void {
  const { method, site, scheme, fields: asked } = exchange
  const isPage = method === 'GET' && status === 200 && /^text\/html\b/i.test(fields['content-type'] ?? '')
  const isAnonymous = asked['cookie'] === undefined && asked['authorization'] === undefined && !setsCookie(fields)
  const { directives } = responseDirectives(fields)
  const isForOne = directives.has('private') || apartNames(asked).length > 0
  if (!isPage || !isAnonymous || isForOne || !acts(exchange, 'earlyHints')) return
  hints.learn(address, linksIn(fields['link'], site, scheme), moment)
}

/** The links that the page itself named, or else, for the home page, what it loaded first when it was measured. */
function linksFor({ site, scheme }: Exchange, hints: Hints, address: Address): readonly string[] {
  const named = hints.of(address)
  const isHome = address.key === addressOf(site.id, '/', scheme).key
  return named.length === 0 && isHome ? site.homeLinks().filter((link) => isSendable(link, site, scheme)) : named
}

/**
 * Tells a browser what the page will load while the origin is still being asked (RFC 8297). Not every HTTP/1.1 client
 * can take a 103, so only navigations are told: what sends Sec-Fetch-Mode is a browser that can.
 */
export function sendHints(exchange: Exchange, hints: Hints, address: Address): void {
  const { request, response, method, fields } = exchange
  const isNavigation = method === 'GET' && fields['sec-fetch-mode'] === 'navigate' && request.httpVersion !== '1.0'
  if (!isNavigation || request.isFromNginx || response.headersSent || response.destroyed) return
  const links = linksFor(exchange, hints, address)
  if (links.length === 0 || !acts(exchange, 'earlyHints')) return
  response.writeEarlyHints({ link: [...links] })
  recordAction(exchange, 'earlyHints')
}
