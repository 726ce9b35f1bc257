import { Link } from 'react-router'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { paths } from '../../paths.ts'

/** In place of a page for a change that the role doesn't include. */
export default function DeniedPage({ reason }: { reason: string }) {
  return (
    <>
      <PageHeader title="Not with your role" />
      <EmptyState title={reason} action={<Link to={paths.home()}>Go to the start</Link>}>
        An owner can give you another role.
      </EmptyState>
    </>
  )
}
