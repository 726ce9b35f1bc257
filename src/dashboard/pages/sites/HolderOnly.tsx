import { Link } from 'react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { paths } from '../../paths.ts'
import { onlyHolderCan } from './only-holder-can.ts'

/**
 * Tells a partner that the partner API has no operation for this.
 * @param action what only the account holder can do: "open settings"
 */
export function HolderOnly({ account, action }: { account: string; action: string }) {
  return (
    <EmptyState title={onlyHolderCan(action)} action={<OpenAsHolderLink account={account} />}>
      On the account page, you can open the account as its holder and return when you’re done.
    </EmptyState>
  )
}

/** Leads a partner to where an account can be opened as its holder. */
export function OpenAsHolderLink({ account }: { account: string }) {
  return <Link to={paths.accountDetails(account)}>Open as account holder</Link>
}
