import { bounds } from '../../service/bounds.ts'
import { type Address, type Fields, type Generations, membersOf } from '../cache/index.ts'
import { addressOf } from '../control/key.ts'
import { acts, type Exchange, noteActed } from '../serve/exchange.ts'

/** What browsers take from a 103: resources of the page, and servers that it will need. */
const wanted = /;\s*rel=(?:"(?:preload|preconnect|modulepreload)"|(?:preload|preconnect|modulepreload))\s*(?:;|$)/i
/** The form that Node sends. Its own expression for that isn't linear, but is quick for whatever has this form. */
const sendable = /^<[^<>"\s]*>(?:\s*;\s*[^;"=\s]+(?:=(?:"[^;"\s]*"|[^;"\s]*))?)*$/

interface Learned {
  readonly links: readonly string[]
  /** When the answer was asked for; see `Generations`. */
  readonly moment: number
  readonly length: number
}

/** The links of each page's latest answer, to be sent to the next visitor before the page is there. */
export class Hints {
  readonly #learned = new Map<string, Learned>()
  readonly #generations: Generations
  #total = 0

  constructor(generations: Generations) {
    this.#generations = generations
  }

  /** Remembers the links of an answer in place of those before. */
  learn({ key }: Address, link: string | undefined, moment: number): void {
    this.#forget(key)
    const links = linksIn(link)
    if (links.length === 0) return
    const length = key.length + links.reduce((sum, one) => sum + one.length, 100)
    this.#total += length
    this.#learned.set(key, { links, moment, length })
    for (const oldest of this.#learned.keys()) {
      if (this.#total <= bounds.cache.linksInAll) break
      this.#forget(oldest)
    }
  }

  /** The links of a page, unless it has been purged since. */
  of(address: Address): readonly string[] {
    const learned = this.#learned.get(address.key)
    return learned && this.#generations.holds(learned.moment, address) ? learned.links : []
  }

  #forget(key: string): void {
    this.#total -= this.#learned.get(key)?.length ?? 0
    this.#learned.delete(key)
  }
}

const isSendable = (link: string) => wanted.test(link) && sendable.test(link)

function linksIn(link: string | undefined): readonly string[] {
  const links: string[] = []
  let left: number = bounds.cache.linksLength
  for (const member of membersOf(link ?? '')) {
    if (!isSendable(member) || member.length > left) continue
    links.push(member)
    left -= member.length
    if (links.length === bounds.cache.links) break
  }
  return links
}

/**
 * Remembers the links of a page. Only of answers to visitors without cookies or credentials: what a page for one visitor
 * links to is nobody else's business.
 */
export function learnHints(
  exchange: Exchange,
  hints: Hints,
  address: Address,
  { status, fields }: { readonly status: number; readonly fields: Fields },
  moment: number,
): void {
  const { method, fields: asked } = exchange
  const isPage = method === 'GET' && status === 200 && /^text\/html\b/i.test(fields['content-type'] ?? '')
  const isAnonymous = asked['cookie'] === undefined && asked['authorization'] === undefined
  if (isPage && isAnonymous && acts(exchange, 'earlyHints')) hints.learn(address, fields['link'], moment)
}

/** What the page itself named, or else what it loaded first whenever it was measured: the home page is. */
function linksFor({ site, scheme }: Exchange, hints: Hints, address: Address): readonly string[] {
  const named = hints.of(address)
  const isHome = address.key === addressOf(site.id, '/', scheme).key
  return named.length === 0 && isHome ? site.homeLinks().filter(isSendable) : named
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
  noteActed(exchange, 'earlyHints')
}
