import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** For whoever isn't signed in, or comes with a mailed link. */
export const signInRoutes: RouteObject[] = [
  { path: '/sign-in', lazy: lazyWithRetry(() => import('./sign-in.tsx')) },
  { path: '/invitation', lazy: lazyWithRetry(() => import('./invitation.tsx')) },
  { path: '/sign-in-link', lazy: lazyWithRetry(() => import('./by-link.tsx')) },
  { path: '/sso/callback', lazy: lazyWithRetry(() => import('./callback.tsx')) },
  { path: '/reset', lazy: lazyWithRetry(() => import('./reset.tsx')) },
]

/** Where a mailed password is replaced. */
export const choosePasswordRoute: RouteObject = {
  path: '/password',
  lazy: lazyWithRetry(() => import('./choose-password.tsx')),
}
