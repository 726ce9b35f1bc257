import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'

/** For a service without the extension. */
export function NotOffered({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title="This service doesn’t send alerts">
        Its API has no alert rules. Look at the monitors to see what is wrong.
      </EmptyState>
    </>
  )
}
