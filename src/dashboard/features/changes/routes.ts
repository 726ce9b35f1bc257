import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

export const activityRoutes: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('./changes.tsx')) },
  { path: 'new', lazy: lazyWithRetry(() => import('./new-release.tsx')) },
  { path: ':eventId', lazy: lazyWithRetry(() => import('./since/change.tsx')) },
]
