import { edgeName } from '../../contract/edge-name.ts'

/** What the cache did with a request, for the Cache-Status field. */
export type CacheStatus =
  /** Answered from the cache; `ttl` is in seconds and negative for a stale response. */
  | { readonly hit: true; readonly ttl: number; readonly detail?: string | undefined }
  | {
      readonly hit: false
      /** Why the request went to the origin (RFC 9211, section 2.2). */
      readonly forwarded: 'bypass' | 'method' | 'uri-miss' | 'vary-miss' | 'request' | 'stale' | 'partial'
      /** The status with which the origin answered, if the visitor gets another one. */
      readonly originStatus?: number | undefined
      readonly stored?: boolean
      /** Whether the answer to another visitor's request was used. */
      readonly collapsed?: boolean
      /** Why the answer wasn't stored. */
      readonly detail?: string | undefined
    }

/** A member of the Cache-Status field (RFC 9211, section 2). */
export function cacheStatus(status: CacheStatus): string {
  const parts: string[] = [edgeName]
  if (status.hit) parts.push('hit', `ttl=${status.ttl}`)
  else {
    parts.push(`fwd=${status.forwarded}`)
    if (status.originStatus !== undefined) parts.push(`fwd-status=${status.originStatus}`)
    if (status.stored) parts.push('stored')
    if (status.collapsed) parts.push('collapsed')
  }
  if (status.detail !== undefined) parts.push(`detail="${status.detail}"`)
  return parts.join('; ')
}
