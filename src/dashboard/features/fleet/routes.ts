import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

export const fleetRoute: RouteObject = { path: '/', lazy: lazyWithRetry(() => import('./fleet.tsx')) }
