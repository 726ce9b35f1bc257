import type { Scope, Who } from '../api/scope.ts'
import { paths } from '../paths.ts'

export interface NavItem {
  readonly label: string
  readonly to: string
  /** Other addresses that belong to it. */
  readonly under?: readonly string[]
}

/** Pages that are not about one account. */
export function mainNav({ role }: Who): readonly NavItem[] {
  return role === 'partner' ? [{ label: 'Accounts', to: paths.accounts(), under: [paths.newAccount()] }] : []
}

/** The pages of an account: a partner's look at it, or the account holder's own. */
export function scopeNav(scope: Scope): readonly NavItem[] {
  const sites = paths.sites(scope)
  const pages = [{ label: 'Sites', to: sites, under: [scope.kind === 'account' ? `${sites}/sites` : sites] }]
  if (scope.kind === 'user') return pages
  const details = paths.accountDetails(scope.account)
  return [...pages, { label: 'Account', to: details, under: [details] }]
}

export function isCurrent({ to, under = [] }: NavItem, pathname: string): boolean {
  return pathname === to || under.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
}
