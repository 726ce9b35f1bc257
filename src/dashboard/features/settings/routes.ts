import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** A site’s tab, in three parts. */
export const settingsRoute: RouteObject = {
  path: 'settings',
  lazy: lazyWithRetry(() => import('./settings.tsx')),
  children: [
    { index: true, lazy: lazyWithRetry(() => import('./optimization/optimization.tsx')) },
    { path: 'exceptions', lazy: lazyWithRetry(() => import('./exceptions/exceptions.tsx')) },
    { path: 'advanced', lazy: lazyWithRetry(() => import('./advanced/advanced.tsx')) },
  ],
}
