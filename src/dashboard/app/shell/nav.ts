import type { ReactNode } from 'react'
import type { Role } from '../../../contract/roles.ts'
import type { AnyScope, Scope, Who } from '../../api/scope.ts'
import { session } from '../../api/session.ts'
import * as icons from '../../kit/marks/icons.tsx'
import { paths } from '../../paths.ts'

export interface NavItem {
  readonly label: string
  readonly to: string
  readonly icon: () => ReactNode
  /** Begins another group. */
  readonly apart?: boolean
  /** Prefixes of other addresses that belong to it. */
  readonly under?: readonly string[]
  /** The least role whose it is, which is known before the rules of all operations are; everybody's without one. */
  readonly least?: Role
  /** What tells it from another of the same name, where both are in one list. */
  readonly hint?: string
}

/** Pages that aren't about a single account. */
export function mainNav({ role, id }: Who, hasFleet = false): readonly NavItem[] {
  if (role === 'user') return []
  const all = { kind: 'partner', partner: id } as const
  const alerts = paths.alerts(all)
  return [
    { label: 'Fleet', to: paths.home(), icon: icons.FleetIcon },
    { label: 'Accounts', to: paths.accounts(), icon: icons.AccountsIcon, under: [paths.newAccount()] },
    { label: 'Alerts', to: alerts, icon: icons.BellIcon, under: [alerts], hint: 'all accounts' },
    ...access(all).map((item) => ({ hint: 'all accounts', ...item })),
  ].slice(hasFleet ? 0 : 1)
}

/** The pages of an account, as a partner or as its account holder. */
export function scopeNav(scope: Scope): readonly NavItem[] {
  const sites = paths.sites(scope)
  const monitors = paths.monitors(scope)
  const tests = paths.tests(scope)
  const samples = paths.samples(scope)
  const activity = paths.activity(scope)
  const alerts = paths.alerts(scope)
  const incidents = paths.incidents(scope)
  const pages = [
    { label: 'Sites', to: sites, icon: icons.GlobeIcon, under: [scope.kind === 'account' ? `${sites}/sites` : sites] },
    { label: 'Incidents', to: incidents, icon: icons.PulseIcon, under: [incidents] },
    { label: 'Monitors', to: monitors, icon: icons.GaugeIcon, under: [monitors] },
    { label: 'Tests', to: tests, icon: icons.TestIcon, under: [tests] },
    { label: 'Samples', to: samples, icon: icons.SamplesIcon, under: [samples] },
    { label: 'Activity', to: activity, icon: icons.ActivityIcon },
    { label: 'Alerts', to: alerts, icon: icons.BellIcon, under: [alerts] },
    ...access(scope),
  ]
  if (scope.kind === 'user') {
    return [
      ...pages,
      { label: 'Service IPs', to: paths.serviceIps(), icon: icons.NetworkIcon, apart: true },
      { label: 'Account', to: paths.ownAccount(), icon: icons.UserIcon },
    ]
  }
  const details = paths.accountDetails(scope.account)
  return [...pages, { label: 'Account', to: details, icon: icons.UserIcon, under: [details] }]
}

/** Who and what may come in. Only where the service has people: it then keeps the session too. */
function access(scope: AnyScope): readonly NavItem[] {
  if (!session.isByCookie()) return []
  const [to, keys] = [paths.people(scope), paths.keys(scope)]
  return [
    { label: 'People', to, icon: icons.PeopleIcon, under: [to] },
    { label: 'Keys', to: keys, icon: icons.KeyIcon, under: [keys], least: 'manager' },
    ...(scope.kind === 'partner'
      ? [{ label: 'Activity', to: paths.activity(scope), icon: icons.ActivityIcon, hint: 'people and keys' }]
      : []),
  ]
}

/** The same page of another account. A site's pages lead to that account's sites. */
export function samePageIn(pathname: string, from: Scope & { kind: 'account' }, account: string): string {
  const to = { ...from, account }
  const index = scopeNav(from).findIndex((item) => isCurrent(item, pathname))
  return scopeNav(to)[index]?.to ?? paths.sites(to)
}

export function isCurrent({ to, under = [] }: NavItem, pathname: string): boolean {
  return pathname === to || under.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
}
