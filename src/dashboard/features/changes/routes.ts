import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** What changed in an account, or at a partner itself. */
export const activityRoute: RouteObject = { path: 'activity', lazy: lazyWithRetry(() => import('./changes.tsx')) }

/** A single change of an account. */
export const changeRoutes: RouteObject[] = [
  { path: 'activity/new', lazy: lazyWithRetry(() => import('./new-release.tsx')) },
  { path: 'activity/:eventId', lazy: lazyWithRetry(() => import('./since/change.tsx')) },
]
