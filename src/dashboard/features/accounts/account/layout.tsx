import { Outlet, type LoaderFunctionArgs } from 'react-router'
import { accountQuery } from '../reads.ts'
import { load } from '../../../api/queries.ts'
import { partnerOf } from '../../../api/scope.ts'
import { pageError } from '../../errors/page-error.tsx'

/** Loads the account for all its pages: the navigation and breadcrumbs show its name. */
export function loader({ params }: LoaderFunctionArgs) {
  return load(accountQuery(partnerOf(), params['accountId'] ?? ''))
}

export const Component = Outlet

export const ErrorBoundary = pageError({ title: 'Account', about: 'account' })
