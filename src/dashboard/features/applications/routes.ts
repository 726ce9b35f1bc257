import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** Where an application sends whoever uses it, to ask for access (OAuth 2.1). */
export const authorizeRoute: RouteObject = {
  path: '/oauth/authorize',
  lazy: lazyWithRetry(() => import('./authorize.tsx')),
}
