import { useSuspenseQuery } from '@tanstack/react-query'
import { accountQuery } from '../accounts/reads.ts'
import { useWho } from '../../api/scope.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { onlyHolderCan } from './only-holder-can.ts'
import { OpenAsHolder } from './OpenAsHolder.tsx'

/**
 * Tells a partner that the partner API has no operation for this.
 * @param action what only the account holder can do: "open settings"
 */
export function HolderOnly({ account, action }: { account: string; action: string }) {
  return (
    <EmptyState title={onlyHolderCan(action)} action={<OpenAccountAsHolder account={account} />}>
      You can open this page as the account holder, and return when you’re done.
    </EmptyState>
  )
}

/** Opens a partner's page of an account as the account holder. */
export function OpenAccountAsHolder({ account }: { account: string }) {
  const { id } = useWho()
  // the account's pages have loaded it
  const { data } = useSuspenseQuery(accountQuery(id, account))
  return <OpenAsHolder account={data} />
}
