import { matchRoutes, type LoaderFunctionArgs, type RouteObject } from 'react-router'

/** Passing over a link doesn't load its page. */
const dwellMs = 60
/** While the server doesn't answer, each goes on trying. */
const maxLoading = 4

type Load = (page: Pick<LoaderFunctionArgs, 'params' | 'request'>) => unknown

/**
 * Loads the code and the data of a link's page once the pointer rests on the link or it gets the focus, so that a click
 * finds them. (React Router's `prefetch` needs its framework mode.) Data that was read a moment ago isn't read again.
 */
export function loadOnIntent(routes: RouteObject[]): void {
  const loading = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const aim = ({ target }: Event) => {
    clearTimeout(timer)
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin || link.pathname === location.pathname) return
    timer = setTimeout(() => {
      const { href, pathname } = link
      if (loading.has(href) || loading.size >= maxLoading) return
      loading.add(href)
      const request = new Request(href)
      const loads = (matchRoutes(routes, pathname) ?? []).map(({ route, params }) => load(route, { params, request }))
      // the navigation itself reports what can't be loaded
      void Promise.allSettled(loads).then(() => loading.delete(href))
    }, dwellMs)
  }
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, aim, { passive: true })
  // from here on, the navigation loads
  document.addEventListener('click', () => clearTimeout(timer), { capture: true, passive: true })
}

async function load({ lazy }: RouteObject, page: Parameters<Load>[0]): Promise<void> {
  if (typeof lazy !== 'function') return
  const { loader } = await lazy()
  if (typeof loader === 'function') await (loader as Load)(page)
}
