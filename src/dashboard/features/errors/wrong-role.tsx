import { lazy } from 'react'
import { useRouteError } from 'react-router'
import { WrongRole } from '../../api/scope.ts'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { PageError } from './page-error.tsx'

// rarely needed, so not part of the first load
const WrongRoleNotice = lazy(lazyWithRetry(() => import('./WrongRoleNotice.tsx')))

/** Shown in place of a page that couldn't be loaded, or that is for the other role. */
export function WrongRolePage() {
  const error = useRouteError()
  return error instanceof WrongRole ? <WrongRoleNotice error={error} /> : <PageError />
}
