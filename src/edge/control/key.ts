import { hash } from 'node:crypto'
import { bounds } from '../../service/bounds.ts'
import type { Address } from '../cache/index.ts'

/** How a visitor asks. */
export type Scheme = 'http' | 'https'
const schemes = ['http', 'https'] as const satisfies readonly Scheme[]

/**
 * Under what a site's answer is stored. Both of a site's addresses share what is stored. The two schemes don't: a server
 * that sends http visitors to https mustn't have that answer sent to those who are there.
 */
export function addressOf(siteId: string, target: string, scheme: Scheme): Address {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  return { siteId, path: shortened(path), key: keyOf(siteId, target, scheme) }
}

function keyOf(siteId: string, target: string, scheme: Scheme): string {
  return scheme === 'http' ? `${siteId} ${shortened(target)}` : `${siteId} https ${shortened(target)}`
}

/** The addresses of a target by both schemes. What outdates one of them outdates the other. */
export function addressesOf(siteId: string, target: string): readonly (Address & { readonly scheme: Scheme })[] {
  return schemes.map((scheme) => ({ ...addressOf(siteId, target, scheme), scheme }))
}

/**
 * Of long targets a digest is kept, so that addresses made up by strangers take no more memory than others. A target
 * begins with `/`, or is `*`, so a digest is never taken for one.
 */
function shortened(target: string): string {
  return target.length > bounds.cache.address ? `#${hash('sha256', target, 'base64url')}` : target
}
