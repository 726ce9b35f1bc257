import { hash } from 'node:crypto'
import { cacheLimits } from '../limits.ts'
import type { Address } from '../cache/index.ts'

/** How a visitor asks. */
export type Scheme = 'http' | 'https'
const schemes = ['http', 'https'] as const satisfies readonly Scheme[]

/**
 * Under what a site's answer is stored. Both of a site's addresses share what is stored. The two schemes don't: a server
 * that sends http visitors to https mustn't have that answer sent to those who are there.
 */
export function addressOf(siteId: string, asked: string, scheme: Scheme): Address {
  const target = equivalentTarget(asked)
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  return { siteId, path: shortened(path), key: keyOf(siteId, target, scheme) }
}

/**
 * One spelling for targets that mean the same to every server: hexadecimal digits in upper case, and nothing encoded that
 * needn't be (RFC 3986, sections 6.2.2.1 and 6.2.2.2). Dot segments, doubled slashes and empty queries stay: servers may tell
 * them apart, and browsers don't send the first. Where not every `%` begins an encoded byte, everything stays.
 */
export function equivalentTarget(target: string): string {
  if (!target.includes('%') || /%(?![\da-f]{2})/i.test(target)) return target
  return target.replaceAll(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase()
  })
}

function keyOf(siteId: string, target: string, scheme: Scheme): string {
  return scheme === 'http' ? `${siteId} ${shortened(target)}` : `${siteId} https ${shortened(target)}`
}

/** The target of an address as it's stored, undefined if only its digest is known. */
export function targetIn({ siteId, key }: Address): string | undefined {
  const target = storedAs(siteId, key)
  return target.startsWith('#') ? undefined : target
}

/** What a key of a site stands for. Of a long target, the path isn't known. */
export function addressAt(siteId: string, key: string): Address {
  const target = storedAs(siteId, key)
  return { siteId, path: target.split('?', 1)[0] ?? '', key }
}

/** Under which key the same target is stored for visitors over http. */
export const plainKeyOf = (siteId: string, key: string): string => `${siteId} ${storedAs(siteId, key)}`

const storedAs = (siteId: string, key: string) => key.slice(siteId.length + 1).replace(/^https /, '')

/** The addresses of a target by both schemes. What outdates one of them outdates the other. */
export function addressesOf(siteId: string, target: string): readonly (Address & { readonly scheme: Scheme })[] {
  return schemes.map((scheme) => ({ ...addressOf(siteId, target, scheme), scheme }))
}

/**
 * Of long targets a digest is kept, so that addresses made up by strangers take no more memory than others. A target
 * begins with `/`, or is `*`, so a digest is never taken for one.
 */
function shortened(target: string): string {
  return target.length > cacheLimits.address ? `#${hash('sha256', target, 'base64url')}` : target
}
