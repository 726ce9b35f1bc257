import { session } from '../api/session.ts'
import type { Scope } from '../api/scope.ts'
import type { ListedSite } from '../api/sites.ts'
import { paths } from '../paths.ts'
import type { Command } from './commands.ts'

/** Actions on the open site. If one isn't allowed now, the page it opens says why. */
export function siteCommands(scope: Scope | null, site: ListedSite | undefined): readonly Command[] {
  if (!scope || !site) return []
  const { id, host } = site
  const moves: Command[] = [
    { id: 'bypass', label: `Bypass ${host}…`, to: paths.optimizer(scope, id, { confirm: 'bypass' }) },
    { id: 'resume', label: `Resume ${host}`, to: paths.optimizer(scope, id) },
  ]
  if (scope.kind === 'user') {
    const to = paths.optimizer(scope, id, { confirm: 'maintenance' })
    return [...moves, { id: 'maintenance', label: `Start maintenance for ${host}…`, to }]
  }
  return [
    ...moves,
    { id: 'change-host', label: `Change host of ${host}`, to: paths.changeHost(scope, id) },
    { id: 'delete-site', label: `Delete site ${host}…`, to: paths.deleteSite(scope, id) },
  ]
}

interface OpenAccount {
  readonly id: string
  readonly name: string
  readonly api_key: string
}

/** A partner's actions on the open account. */
export function accountCommands(account: OpenAccount | undefined, baseUrl: string): readonly Command[] {
  if (!account) return []
  const { id, name, api_key: key } = account
  const impersonate = () => session.impersonate({ role: 'user', id, key, baseUrl }, name)
  return [
    { id: 'change-email', label: `Change email of ${name}`, to: paths.changeEmail(id) },
    ...(session.isKept() ? [{ id: 'open-as', label: `Open ${name} as account holder`, run: impersonate }] : []),
    { id: 'delete-account', label: `Delete account ${name}…`, to: paths.deleteAccount(id) },
  ]
}

export function leaveCommands(): readonly Command[] {
  return session.impersonator()
    ? [{ id: 'leave', label: 'Return to partner view', run: () => session.stopImpersonating() }]
    : []
}
