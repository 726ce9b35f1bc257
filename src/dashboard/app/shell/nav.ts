import type { Scope, Who } from '../../api/scope.ts'
import { alertsTitle } from '../../features/alerts/title.ts'
import { paths } from '../../paths.ts'

export interface NavItem {
  readonly label: string
  readonly to: string
  /** Prefixes of other addresses that belong to it. */
  readonly under?: readonly string[]
}

/** Pages that aren't about a single account. */
export function mainNav({ role, id }: Who): readonly NavItem[] {
  if (role === 'user') return []
  const all = { kind: 'partner', partner: id } as const
  const alerts = paths.alerts(all)
  return [
    { label: 'Fleet', to: paths.home() },
    { label: 'Accounts', to: paths.accounts(), under: [paths.newAccount()] },
    { label: alertsTitle(all), to: alerts, under: [alerts] },
  ]
}

/** The pages of an account, as a partner or as its account holder. */
export function scopeNav(scope: Scope): readonly NavItem[] {
  const sites = paths.sites(scope)
  const monitors = paths.monitors(scope)
  const tests = paths.tests(scope)
  const samples = paths.samples(scope)
  const changes = paths.changes(scope)
  const alerts = paths.alerts(scope)
  const incidents = paths.incidents(scope)
  const pages = [
    { label: 'Sites', to: sites, under: [scope.kind === 'account' ? `${sites}/sites` : sites] },
    { label: 'Incidents', to: incidents, under: [incidents] },
    { label: 'Monitors', to: monitors, under: [monitors] },
    { label: 'Tests', to: tests, under: [tests] },
    { label: 'Samples', to: samples, under: [samples] },
    { label: 'What changed', to: changes },
    { label: alertsTitle(scope), to: alerts, under: [alerts] },
  ]
  if (scope.kind === 'user') {
    return [...pages, { label: 'Service IPs', to: paths.serviceIps() }, { label: 'Account', to: paths.ownAccount() }]
  }
  const details = paths.accountDetails(scope.account)
  return [...pages, { label: 'Account', to: details, under: [details] }]
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
