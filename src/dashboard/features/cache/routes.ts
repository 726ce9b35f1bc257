import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** A site’s tab. */
export const cacheRoute: RouteObject = { path: 'cache', lazy: lazyWithRetry(() => import('./cache.tsx')) }
