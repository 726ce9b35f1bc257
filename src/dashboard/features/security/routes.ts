import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** The password and the sessions of whoever is signed in. */
export const securityRoute: RouteObject = {
  path: '/security',
  lazy: lazyWithRetry(() => import('./security.tsx')),
}
