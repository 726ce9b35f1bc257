import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** Who works in an account, or for a partner. */
export const peopleRoutes: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('./people.tsx')) },
  { path: 'new', lazy: lazyWithRetry(() => import('./invite.tsx')) },
]
