import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** Monitors, for partners and account holders. */
export const monitorRoutes: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('./monitors.tsx')) },
  { path: 'new', lazy: lazyWithRetry(() => import('./new-monitor.tsx')) },
  { path: ':monitorId', lazy: lazyWithRetry(() => import('./monitor/monitor.tsx')) },
  { path: ':monitorId/edit', lazy: lazyWithRetry(() => import('./monitor/edit.tsx')) },
]

/** Tests, for partners and account holders. */
export const testRoutes: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('./tests/tests.tsx')) },
  { path: 'new', lazy: lazyWithRetry(() => import('./tests/new-test.tsx')) },
  { path: ':testId', lazy: lazyWithRetry(() => import('./tests/test.tsx')) },
]

/** A site’s tab. */
export const siteMonitorsRoute: RouteObject = {
  path: 'monitors',
  lazy: lazyWithRetry(() => import('./site-monitors.tsx')),
}
