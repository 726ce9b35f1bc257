import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

export const activityRoute: RouteObject = { path: 'activity', lazy: lazyWithRetry(() => import('./changes.tsx')) }
