import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** A site’s tab. */
export const optimizerRoute: RouteObject = { path: 'optimizer', lazy: lazyWithRetry(() => import('./optimizer.tsx')) }
