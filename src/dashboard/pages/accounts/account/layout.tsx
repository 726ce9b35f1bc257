import { Outlet, type LoaderFunctionArgs } from 'react-router'
import { accountQuery } from '../../../api/accounts.ts'
import { load } from '../../../api/queries.ts'
import { partnerOf } from '../../../api/scope.ts'
import { pageError } from '../../page-error.tsx'

/** Every page of an account knows its name: for the navigation, the breadcrumbs, and to say that there is none. */
export function loader({ params }: LoaderFunctionArgs) {
  return load(accountQuery(partnerOf(), params['accountId'] ?? ''))
}

export const Component = Outlet

export const ErrorBoundary = pageError({
  title: 'Account',
  notFound: 'No account of yours has this id. It may have been deleted, or the address may be mistyped.',
})
