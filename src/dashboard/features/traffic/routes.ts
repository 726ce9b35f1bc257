import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** A site’s tab. */
export const trafficRoute: RouteObject = { path: 'traffic', lazy: lazyWithRetry(() => import('./traffic.tsx')) }
