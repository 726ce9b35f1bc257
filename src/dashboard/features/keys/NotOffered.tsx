import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'

/** For a service without the extension. */
export function NotOffered({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title="This service has one key for each account">
        It opens the whole account. Your hosting provider can show it, and replace it.
      </EmptyState>
    </>
  )
}
