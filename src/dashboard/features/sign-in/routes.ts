import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

export const signInRoute: RouteObject = { path: '/sign-in', lazy: lazyWithRetry(() => import('./sign-in.tsx')) }
