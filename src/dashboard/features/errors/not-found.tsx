import { Link } from 'react-router'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { paths } from '../../paths.ts'

export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState title="There’s no page at this address." action={<Link to={paths.home()}>Go to the start page</Link>}>
        The address may be mistyped, or from another version of the dashboard.
      </EmptyState>
    </>
  )
}
