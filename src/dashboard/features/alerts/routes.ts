import type { RouteObject } from 'react-router'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'

/** Alert rules: those of an account, or a partner’s for all its accounts. */
export const alertRoutes: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('./alerts.tsx')) },
  { path: 'new', lazy: lazyWithRetry(() => import('./new-rule.tsx')) },
  { path: ':ruleId', lazy: lazyWithRetry(() => import('./rule.tsx')) },
]
