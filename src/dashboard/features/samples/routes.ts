import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** Samples, for partners and account holders. */
export const sampleRoutes: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('./samples.tsx')) },
  { path: 'compare', lazy: lazyWithRetry(() => import('./compare/compare.tsx')) },
  { path: ':sampleId', lazy: lazyWithRetry(() => import('./sample/sample.tsx')) },
]

/** A site’s tab. */
export const siteSamplesRoute: RouteObject = {
  path: 'samples',
  lazy: lazyWithRetry(() => import('./site-samples.tsx')),
}
