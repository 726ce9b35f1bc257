import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** What has been wrong, for partners and account holders. */
export const incidentRoutes: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('./incidents.tsx')) },
  { path: ':incidentId', lazy: lazyWithRetry(() => import('./incident/incident.tsx')) },
]
