import type { Address } from '../cache/index.ts'

/** Under what a site's answer is stored. Both of a site's addresses share what is stored. */
export function addressOf(siteId: string, target: string): Address {
  const query = target.indexOf('?')
  return { siteId, path: query === -1 ? target : target.slice(0, query), key: keyOf(siteId, target) }
}

export function keyOf(siteId: string, target: string): string {
  return `${siteId} ${target}`
}
