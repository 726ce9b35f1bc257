import type { OptimizerMove } from '../../../contract/index.ts'
import { session } from '../../api/session.ts'
import type { Scope } from '../../api/scope.ts'
import { openAsHolder, whyNotAsHolder, type OpenAccount } from '../../features/sites/holder.ts'
import type { Site } from '../../features/sites/reads.ts'
import { askedMoves, unavailableReason } from '../../features/optimizer/rules.ts'
import { paths } from '../../paths.ts'
import type { Command } from './commands.ts'

/** The actions on the open site that its state allows. */
export function siteCommands(scope: Scope | null, site: Site | undefined): readonly Command[] {
  if (!scope || !site) return []
  const { id, host, optimizer } = site
  const possible = shownMoves
    .filter(([move]) => unavailableReason(move, optimizer, scope.kind) === undefined)
    .map(([move, label]) => ({
      id: move,
      label: label(host),
      to: paths.optimizer(scope, id, askedMoves.includes(move) ? { confirm: move } : {}),
    }))
  const server = { id: 'change-server', label: `Change server of ${host}`, to: paths.changeServer(scope, id) }
  if (scope.kind === 'user') {
    return [
      ...possible,
      server,
      { id: 'flush', label: `Flush cache of ${host}…`, to: paths.cache(scope, id, { dialog: 'flush' }) },
      { id: 'purge', label: `Purge paths of ${host}`, to: paths.cache(scope, id) },
    ]
  }
  return [
    ...possible,
    { id: 'change-host', label: `Change host of ${host}`, to: paths.changeHost(scope, id) },
    server,
    { id: 'delete-site', label: `Delete site ${host}…`, to: paths.deleteSite(scope, id) },
  ]
}

const shownMoves: readonly (readonly [OptimizerMove, (host: string) => string])[] = [
  ['transparent', (host) => `Make ${host} transparent`],
  ['bypass', (host) => `Bypass ${host}…`],
  ['maintenance', (host) => `Start maintenance for ${host}…`],
  ['resume', (host) => `Resume ${host}`],
]

/** A partner's actions on the open account. */
export function accountCommands(account: OpenAccount | undefined): readonly Command[] {
  if (!account) return []
  const { id, name } = account
  return [
    { id: 'change-email', label: `Change email of ${name}`, to: paths.changeEmail(id) },
    ...(whyNotAsHolder(account) === undefined
      ? [{ id: 'open-as', label: `Open ${name} as account holder`, run: () => openAsHolder(account) }]
      : []),
    { id: 'delete-account', label: `Delete account ${name}…`, to: paths.deleteAccount(id) },
  ]
}

export function leaveCommands(): readonly Command[] {
  return session.impersonator()
    ? [{ id: 'leave', label: 'Return to partner view', run: () => session.stopImpersonating() }]
    : []
}
