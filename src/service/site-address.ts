import type { Site } from '../database/index.ts'
import { hostnameOf } from '../dns.ts'

/** How long a path with its query may be. */
const maxTarget = 2048

/**
 * The path and query of an address on a site, as browsers send them, or what is wrong with it. The address is absolute, on
 * the site's host or its preview address, or a path.
 */
export function targetOnSite(
  text: string,
  { host, preview_host }: Pick<Site, 'host' | 'preview_host'>,
): { readonly target: string } | { readonly problem: string } {
  const isPath = text.startsWith('/') && !text.startsWith('//')
  const url = URL.parse(text, isPath ? `http://${hostnameOf(host)}` : undefined)
  if (!url || !/^https?:$/.test(url.protocol)) return { problem: 'must be an http or https address, or a path' }
  if (url.username !== '' || url.password !== '') return { problem: 'must not contain a user name or password' }
  const hosts = [host, hostnameOf(host)]
  if (!isPath && !hosts.includes(url.host) && url.hostname !== preview_host)
    return { problem: `must be on the site's host, ${host}` }
  const target = url.pathname + url.search
  return target.length > maxTarget ? { problem: `must be at most ${maxTarget} characters after the host` } : { target }
}
