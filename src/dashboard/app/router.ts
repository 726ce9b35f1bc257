import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadedPage, nextPage } from '../kit/navigation/next-page.ts'

export type Router = ReturnType<typeof createBrowserRouter>
type State = Router['state']

/** Also says which page is being loaded. */
export function createRouter(routes: RouteObject[]): Router {
  const router = createBrowserRouter(routes)
  router.subscribe(({ navigation, location }) => {
    loadedPage.set(location)
    nextPage.set(navigation.location ?? null)
  })
  return router
}

/**
 * A router to render. It doesn't report that a page is being loaded: for that alone, React Router would render the page
 * that is about to go, every link of it, which can be half the work of opening the next one. `nextPage` says it instead.
 * That a page is loaded anew is reported at once.
 */
export function withoutNavigation(router: Router): Router {
  let reported = router.state
  const subscribe: Router['subscribe'] = (report) =>
    router.subscribe((state, change) => {
      if (!isNews(reported, state)) return
      const isReloading = reported.revalidation === 'idle' && state.revalidation === 'loading'
      reported = state
      // React would skip the beginning if the end came at once, and a failed page recovers only if it has seen both
      report(state, isReloading ? { ...change, flushSync: true } : change)
    })
  return Object.create(router, { subscribe: { value: subscribe } }) as Router
}

function isNews(before: State, now: State): boolean {
  return Object.entries(now).some(([name, value]) => name !== 'navigation' && before[name as keyof State] !== value)
}
