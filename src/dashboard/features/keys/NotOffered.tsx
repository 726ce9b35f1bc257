import { useAnyScope } from '../../api/scope.ts'
import { session } from '../../api/session.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'

/** For a service without the extension. */
export function NotOffered({ title }: { title: string }) {
  const { kind } = useAnyScope()
  const shownBy =
    kind === 'account'
      ? 'The page “Account” shows it.'
      : session.impersonator()
        ? 'You can see it in the partner view.'
        : 'Your hosting provider can show it.'
  return (
    <>
      <PageHeader title={title} />
      {kind === 'partner' ? (
        <EmptyState title="This service has one key for each partner">
          It opens all of your accounts. You have it from the operator of the service.
        </EmptyState>
      ) : (
        <EmptyState title="This service has one key for each account">It opens the whole account. {shownBy}</EmptyState>
      )}
    </>
  )
}
