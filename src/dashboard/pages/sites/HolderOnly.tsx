import { Link } from 'react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { paths } from '../../paths.ts'

/** Said plainly: the partner API has no such operations, and how to come to them all the same. */
export function HolderOnly({ account, what }: { account: string; what: string }) {
  return (
    <EmptyState
      title={`${what} only with the account holder’s key.`}
      action={<Link to={paths.accountDetails(account)}>Open the account as its holder</Link>}
    >
      The partner API has no operation for it. The account page opens the account with its holder’s key, and leads back.
    </EmptyState>
  )
}
