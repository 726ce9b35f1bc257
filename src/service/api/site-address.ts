import { callerLimits } from './limits.ts'
import type { Site } from '../database/index.ts'
import { hostnameOf } from '../world/dns.ts'

interface SiteAddress {
  /** Without its fragment, as browsers send it. */
  readonly url: URL
  readonly address: 'own' | 'preview'
}

/**
 * An address on a site, or what is wrong with it. The text is absolute, on the site's host or its preview address, or a
 * path.
 */
export function addressOnSite(
  text: string,
  { host, preview_host, https }: Pick<Site, 'host' | 'preview_host' | 'https'>,
): SiteAddress | { readonly problem: string } {
  const isPath = text.startsWith('/') && !text.startsWith('//')
  const url = URL.parse(text, isPath ? `${https === 1 ? 'https' : 'http'}://${host}` : undefined)
  if (!url || !/^https?:$/.test(url.protocol)) return { problem: 'must be an http or https address, or a path' }
  if (url.username !== '' || url.password !== '') return { problem: 'must not contain a user name or password' }
  // one DNS name
  url.hostname = url.hostname.replace(/\.$/, '')
  const isPreview = url.hostname === preview_host
  // a path may still name a host: `/\\other.example`
  if (!isPreview && ![host, hostnameOf(host)].includes(url.host))
    return { problem: `must be on the site's host, ${host}` }
  if (url.pathname.length + url.search.length > callerLimits.target)
    return { problem: `must be at most ${callerLimits.target} characters after the host` }
  url.hash = ''
  return { url, address: isPreview ? 'preview' : 'own' }
}
