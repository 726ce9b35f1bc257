import { earlyHintLimits } from '../../../shared/early-hint-limits.ts'
import type { LoadedFirst } from '../probe.ts'
import type { NetworkRequest } from './network.ts'

/** What DevTools calls the resources that hold up a page's first paint, and what a link that preloads them calls them. */
const kinds: Readonly<Record<string, string>> = { Stylesheet: 'style', Script: 'script', Font: 'font' }

/**
 * What a page loads before it shows anything, as `Link` values that tell a browser early: what comes from the page's own
 * server is to be preloaded; to other servers, a connection is enough, since how their files are fetched isn't known.
 * @param paintedAt when something was first shown, UNIX ms
 */
export function loadedFirst(
  network: readonly NetworkRequest[],
  page: NetworkRequest | undefined,
  paintedAt: number,
): LoadedFirst | null {
  if (!page) return null
  const { origin } = new URL(page.url)
  const links = new Set<string>()
  let left: number = earlyHintLimits.length
  for (const { url, kind, isUrgent, method, status, error, wall } of network) {
    const as = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (as === undefined || !isUrgent || method !== 'GET' || status !== 200 || error !== null || wall > paintedAt)
      continue
    const { origin: server, pathname, search, protocol } = new URL(url)
    // fonts are fetched without cookies, also from the page's own server (CSS Fonts 4, section 4.9)
    const crossorigin = as === 'font' ? '; crossorigin' : ''
    if (server !== origin && protocol !== 'https:') continue
    const link =
      server === origin
        ? `<${pathname}${search}>; rel=preload; as=${as}${crossorigin}`
        : `<${server}>; rel=preconnect${crossorigin}`
    if (links.has(link) || link.length > left) continue
    links.add(link)
    left -= link.length
    if (links.size === earlyHintLimits.links) break
  }
  return { page: page.url, links: [...links] }
}
