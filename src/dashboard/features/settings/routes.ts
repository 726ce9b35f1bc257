import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** A site’s tab. */
export const settingsRoute: RouteObject = { path: 'settings', lazy: lazyWithRetry(() => import('./settings.tsx')) }
