import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** An account holder’s list. */
export const siteListRoute: RouteObject = { index: true, lazy: lazyWithRetry(() => import('./sites.tsx')) }

/** A site’s pages, under a partner’s account and under an account holder’s sites, with more tabs of a site. */
export const siteRoutes = (tabs: readonly RouteObject[]): RouteObject[] => [
  { path: 'new', lazy: lazyWithRetry(() => import('./new-site.tsx')) },
  { path: ':siteId/host', lazy: lazyWithRetry(() => import('./site/change-host.tsx')) },
  { path: ':siteId/server', lazy: lazyWithRetry(() => import('./site/change-server.tsx')) },
  { path: ':siteId/delete', lazy: lazyWithRetry(() => import('./site/delete-site.tsx')) },
  {
    path: ':siteId',
    lazy: lazyWithRetry(() => import('./site/layout.tsx')),
    children: [{ index: true, lazy: lazyWithRetry(() => import('./site/overview.tsx')) }, ...tabs],
  },
]
