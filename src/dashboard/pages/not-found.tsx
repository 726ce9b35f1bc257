import { Link } from 'react-router'
import { EmptyState } from '../components/EmptyState.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { paths } from '../paths.ts'

export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState title="There is no page at this address." action={<Link to={paths.home()}>Go to the start</Link>}>
        It may be mistyped, or be from another version of this dashboard.
      </EmptyState>
    </>
  )
}
