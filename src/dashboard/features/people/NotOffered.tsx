import { useAnyScope } from '../../api/scope.ts'
import { keyReplacer } from '../../api/key-replacer.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'

/** For a service without the extension. */
export function NotOffered({ title }: { title: string }) {
  const who = keyReplacer(useAnyScope())
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title="This service has no people">
        Whoever has the API key can do everything. To stop somebody, ask {who} for a new key.
      </EmptyState>
    </>
  )
}
