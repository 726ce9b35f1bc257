import { matchRoutes, type RouteObject } from 'react-router'

/** Passing over a link doesn't load its page. */
const dwellMs = 60

/** Loads the code of a link's page once the pointer rests on the link or it gets the focus, so that a click finds it. */
export function preloadPages(routes: RouteObject[]): void {
  /** Kinds of pages: to find the routes of an address takes a while. */
  const loaded = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const preload = ({ target }: Event) => {
    clearTimeout(timer)
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin) return
    timer = setTimeout(() => {
      const kind = link.pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id')
      if (loaded.has(kind)) return
      loaded.add(kind)
      for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
        // the navigation itself reports what can't be loaded
        if (typeof route.lazy === 'function') route.lazy().catch(() => loaded.delete(kind))
      }
    }, dwellMs)
  }
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, preload, { passive: true })
}
