import { useQuery } from '@tanstack/react-query'
import { accountQuery } from './reads.ts'
import type { AnyScope, Scope } from '../../api/scope.ts'
import { paths } from '../../paths.ts'

interface Crumb {
  readonly label: string
  readonly to: string
}

/** The breadcrumbs of a scope's pages: through the account for a partner, from the list of sites for an account holder. */
export function useScopeCrumbs(scope: Scope): readonly Crumb[] {
  const crumbs = useListCrumbs(scope)
  return scope.kind === 'account' ? crumbs : [{ label: 'Sites', to: paths.sites(scope) }]
}

/** The breadcrumbs of a scope's lists: a partner's lead through the account, and the others have none. */
export function useListCrumbs(scope: AnyScope): readonly Crumb[] {
  const isAccount = scope.kind === 'account'
  const query = isAccount ? accountQuery(scope.partner, scope.account) : accountQuery('', '')
  const account = useQuery({ ...query, enabled: isAccount })
  if (!isAccount) return []
  return [
    { label: 'Accounts', to: paths.accounts() },
    { label: account.data?.name ?? 'Account', to: paths.sites(scope) },
  ]
}
