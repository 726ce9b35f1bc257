import { hash } from 'node:crypto'
import { bounds } from '../../service/bounds.ts'
import type { Address } from '../cache/index.ts'

/** Under what a site's answer is stored. Both of a site's addresses share what is stored. */
export function addressOf(siteId: string, target: string): Address {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  return { siteId, path: shortened(path), key: keyOf(siteId, target) }
}

export function keyOf(siteId: string, target: string): string {
  return `${siteId} ${shortened(target)}`
}

/**
 * Of long targets a digest is kept, so that addresses made up by strangers take no more memory than others. A target
 * begins with `/`, or is `*`, so a digest is never taken for one.
 */
function shortened(target: string): string {
  return target.length > bounds.cache.address ? `#${hash('sha256', target, 'base64url')}` : target
}
