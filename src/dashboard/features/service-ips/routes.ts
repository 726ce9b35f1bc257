import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

export const serviceIpsRoute: RouteObject = {
  path: '/service-ips',
  lazy: lazyWithRetry(() => import('./service-ips.tsx')),
}
