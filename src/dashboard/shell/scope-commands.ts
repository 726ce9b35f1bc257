import { session } from '../api/session.ts'
import type { Scope } from '../api/scope.ts'
import type { ListedSite } from '../api/sites.ts'
import { paths } from '../paths.ts'
import type { Command } from './commands.ts'

/** What can be done with the site that is open; what it may not be is said where it leads. */
export function siteCommands(scope: Scope | null, site: ListedSite | undefined): readonly Command[] {
  if (!scope || !site) return []
  const { id, host } = site
  const moves: Command[] = [
    { id: 'bypass', label: `Bypass ${host}…`, to: paths.optimizer(scope, id, { confirm: 'bypass' }) },
    { id: 'resume', label: `Resume ${host}`, to: paths.optimizer(scope, id) },
  ]
  if (scope.kind === 'user') {
    const to = paths.optimizer(scope, id, { confirm: 'maintenance' })
    return [...moves, { id: 'maintenance', label: `Start maintenance of ${host}…`, to }]
  }
  return [
    ...moves,
    { id: 'change-host', label: `Change host ${host}`, to: paths.changeHost(scope, id) },
    { id: 'delete-site', label: `Delete site ${host}…`, to: paths.deleteSite(scope, id) },
  ]
}

interface OpenAccount {
  readonly id: string
  readonly name: string
  readonly api_key: string
}

/** What a partner can do with the account that is open. */
export function accountCommands(account: OpenAccount | undefined, baseUrl: string): readonly Command[] {
  if (!account) return []
  const { id, name, api_key: key } = account
  const enter = () => session.impersonate({ role: 'user', id, key, baseUrl }, name)
  return [
    { id: 'change-email', label: `Change e-mail of ${name}`, to: paths.changeEmail(id) },
    ...(session.isKept() ? [{ id: 'open-as', label: `Open ${name} as account holder`, run: enter }] : []),
    { id: 'delete-account', label: `Delete account ${name}…`, to: paths.deleteAccount(id) },
  ]
}

export function leaveCommands(): readonly Command[] {
  return session.impersonator()
    ? [{ id: 'leave', label: 'Back to the partner', run: () => session.stopImpersonating() }]
    : []
}
