import { useQuery } from '@tanstack/react-query'
import { readAccount } from '../../contract/index.ts'
import { q } from '../api/queries.ts'
import type { Scope } from '../api/scope.ts'
import type { Crumb } from '../components/PageHeader.tsx'
import { paths } from '../paths.ts'

/** The way to a scope's pages: through the account for a partner, from the list of sites for an account holder. */
export function useScopeCrumbs(scope: Scope): readonly Crumb[] {
  const isAccount = scope.kind === 'account'
  const path = { partner_id: isAccount ? scope.partner : '', account_id: isAccount ? scope.account : '' }
  const account = useQuery({ ...q(readAccount, { path }), enabled: isAccount })
  const sites = paths.sites(scope)
  if (!isAccount) return [{ label: 'Sites', to: sites }]
  return [
    { label: 'Accounts', to: paths.accounts() },
    { label: account.data?.name ?? 'Account', to: sites },
  ]
}
