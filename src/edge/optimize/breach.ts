import type { Fields } from '../cache/index.ts'

interface Asked {
  readonly scheme: 'http' | 'https'
  /** Of the request. */
  readonly fields: Fields
}

/**
 * Whether another site may have made the visitor's browser send a request that says who the visitor is. The length of a
 * compressed answer then tells whoever watches the line whether what that site put into the request stands in the page
 * a second time, next to a secret of the visitor's (BREACH, Prado, Harris and Gluck, 2013).
 */
export function mayBeAnothers({ scheme, fields }: Asked): boolean {
  // whoever watches this line reads it
  if (scheme === 'http') return false
  // a page that isn't made for this visitor has none of their secrets
  if (fields['cookie'] === undefined && fields['authorization'] === undefined) return false
  const { 'sec-fetch-site': from, 'user-agent': agent = '', referer = '', host } = fields
  if (from !== undefined) return from !== 'same-origin' && from !== 'none'
  // browsers before 2023 don't say; programs that aren't browsers, no other site can use
  return agent.startsWith('Mozilla/') && !referer.toLowerCase().startsWith(`https://${host?.toLowerCase()}/`)
}
