import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** The API keys of an account, or of a partner. */
export const keyRoutes: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('./keys.tsx')) },
  { path: 'new', lazy: lazyWithRetry(() => import('./new-key.tsx')) },
]
