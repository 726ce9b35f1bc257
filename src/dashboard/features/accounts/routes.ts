import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** A partner’s accounts, with more pages of an account. */
export const accountRoutes = (ofAccount: readonly RouteObject[]): RouteObject[] => [
  { index: true, lazy: lazyWithRetry(() => import('./accounts.tsx')) },
  { path: 'new', lazy: lazyWithRetry(() => import('./new-account.tsx')) },
  {
    path: ':accountId',
    lazy: lazyWithRetry(() => import('./account/layout.tsx')),
    children: [
      { index: true, lazy: lazyWithRetry(() => import('./account/sites.tsx')) },
      { path: 'created', lazy: lazyWithRetry(() => import('./account/created.tsx')) },
      {
        path: 'account',
        children: [
          { index: true, lazy: lazyWithRetry(() => import('./account/details.tsx')) },
          { path: 'email', lazy: lazyWithRetry(() => import('./account/change-email.tsx')) },
          { path: 'delete', lazy: lazyWithRetry(() => import('./account/delete-account.tsx')) },
        ],
      },
      ...ofAccount,
    ],
  },
]

/** The account holder’s own account. */
export const ownAccountRoute: RouteObject = { path: '/account', lazy: lazyWithRetry(() => import('./own-account.tsx')) }
