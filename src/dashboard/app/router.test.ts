import { createMemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { withoutNavigation } from './router.ts'

/** A router at /a, what it reports, and how to let the page at /b load. */
function started() {
  const loaded = Promise.withResolvers<null>()
  const router = createMemoryRouter([{ path: '/a' }, { path: '/b', loader: () => loaded.promise }], {
    initialEntries: ['/a'],
  })
  const reported: string[] = []
  withoutNavigation(router).subscribe(({ location, navigation, revalidation }, { flushSync }) => {
    reported.push(`${location.pathname} ${navigation.state} ${revalidation}${flushSync ? ' at once' : ''}`)
  })
  return { router, reported, load: () => loaded.resolve(null) }
}

it('reports the next page once it’s loaded, not while it loads', async () => {
  const { router, reported, load } = started()
  const opened = router.navigate('/b')
  expect(router.state.navigation.location?.pathname).toBe('/b')
  expect(reported).toEqual([])
  load()
  await opened
  expect(reported).toEqual(['/b idle idle'])
})

it('reports nothing of a page that was left before it had loaded', async () => {
  const { router, reported, load } = started()
  const opened = router.navigate('/b')
  await router.navigate('/a')
  load()
  await opened
  expect(router.state.location.pathname).toBe('/a')
  expect(reported).toEqual(['/a idle idle'])
})

it('reports that a page is loaded anew, its beginning at once', async () => {
  const { router, reported } = started()
  await router.revalidate()
  expect(reported).toEqual(['/a idle loading at once', '/a idle idle'])
})

it('reports a navigation that is held back', async () => {
  const { router, reported } = started()
  router.getBlocker('form', () => true)
  await router.navigate('/b')
  expect(router.state.location.pathname).toBe('/a')
  expect(reported.at(-1)).toBe('/a idle idle')
  expect(router.state.blockers.get('form')?.state).toBe('blocked')
})
