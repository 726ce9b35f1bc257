import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

export const changesRoute: RouteObject = { path: 'changes', lazy: lazyWithRetry(() => import('./changes.tsx')) }
