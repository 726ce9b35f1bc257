import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../api/accounts.ts'
import type { Scope } from '../api/scope.ts'
import { paths } from '../paths.ts'

/** The breadcrumbs of a scope's pages: through the account for a partner, from the list of sites for an account holder. */
export function useScopeCrumbs(scope: Scope): readonly { readonly label: string; readonly to: string }[] {
  const isAccount = scope.kind === 'account'
  const query = isAccount ? accountQuery(scope.partner, scope.account) : accountQuery('', '')
  const account = useQuery({ ...query, enabled: isAccount })
  const sites = paths.sites(scope)
  if (!isAccount) return [{ label: 'Sites', to: sites }]
  return [
    { label: 'Accounts', to: paths.accounts() },
    { label: account.data?.name ?? 'Account', to: sites },
  ]
}
