import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { incidentName } from '../../../words/verdict.ts'
import { accountQuery } from '../../features/accounts/reads.ts'
import type { Kind } from '../../features/monitors/reads.ts'
import { useWho, type Scope, type Who } from '../../api/scope.ts'
import { signOut } from '../../features/sign-in/sign-out.ts'
import { siteList, siteOf } from '../../features/sites/reads.ts'
import { useDenials } from '../../kit/actions/denials.ts'
import { refreshPage } from '../../kit/reading/refresh.ts'
import { setZone } from '../../kit/format/zone.ts'
import { ianaOf, localZone } from '../../kit/format/time.ts'
import { siteTabs } from '../../features/sites/tabs.ts'
import { paths } from '../../paths.ts'
import { bestFirst } from './best-first.ts'
import { accountCommands, leaveCommands, siteCommands } from './scope-commands.ts'
import { useFoundAccounts, useFoundMonitors, useFoundSites } from './found.ts'
import { scopeNav } from './nav.ts'
import { useMainNav } from './use-main-nav.ts'

const pauseMs = 200

interface Named {
  readonly id: string
  readonly label: string
  readonly hint?: string
  /** What else it is found by. */
  readonly words?: string
}
export type Command = Named & ({ readonly to: string } | { readonly run: () => void })
export interface CommandGroup {
  readonly name: string
  readonly commands: readonly Command[]
}

/** The commands available on the current page. */
export function useCommands(onHelp: () => void): readonly CommandGroup[] {
  const who = useWho()
  const scope = useScopeIfAny(who)
  const { siteId } = useParams()
  const { setColorScheme } = useMantineColorScheme()
  const sites = useQuery({ ...siteList(scope ?? { kind: 'user', user: who.id }), enabled: scope !== null })
  const openSite = useQuery({
    ...siteOf(scope ?? { kind: 'user', user: who.id }, siteId ?? ''),
    enabled: scope !== null && siteId !== undefined,
  }).data
  const account = useQuery({
    ...accountQuery(who.id, scope?.kind === 'account' ? scope.account : ''),
    enabled: scope?.kind === 'account',
  }).data
  const denials = useDenials()
  const isOpen = ({ to }: { readonly to: string }) => denials.at(to) === undefined
  const main = useMainNav(who)
  const pages = [...main, ...(scope ? scopeNav(scope) : [])].filter(isOpen).map((item) => ({
    id: item.to,
    label: item.label,
    to: item.to,
    ...(item.hint === undefined ? {} : { hint: item.hint }),
  }))
  const sitePages =
    scope && openSite
      ? [
          ...siteTabs(scope, openSite.id).map(({ label, to }) => ({
            id: to,
            label: `${openSite.host}: ${label}`,
            words: tabWords.get(label) ?? '',
            to,
          })),
          { id: 'dns', label: `${openSite.host}: DNS record`, to: paths.site(scope, openSite.id) },
        ]
      : []
  const create = [
    ...(who.role === 'partner' ? [{ id: 'new-account', label: 'Create account', to: paths.newAccount() }] : []),
    ...(scope
      ? [
          { id: 'new-site', label: 'Add site', to: paths.newSite(scope) },
          { id: 'new-monitor', label: 'New monitor', to: paths.newMonitor(scope) },
          { id: 'new-test', label: 'New test', to: paths.newTest(scope) },
          { id: 'new-alert-rule', label: 'New alert rule', to: paths.newAlertRule(scope) },
        ]
      : []),
  ].filter(isOpen)
  const settings: Command[] = [
    { id: 'refresh', label: 'Refresh', hint: 'R', run: refreshPage },
    { id: 'light', label: 'Theme: light', run: () => setColorScheme('light') },
    { id: 'dark', label: 'Theme: dark', run: () => setColorScheme('dark') },
    { id: 'auto', label: 'Theme: system', run: () => setColorScheme('auto') },
    { id: 'zone-local', label: `Time zone: local (${ianaOf(localZone)})`, run: () => setZone(localZone) },
    { id: 'zone-utc', label: 'Time zone: UTC', run: () => setZone('UTC') },
    { id: 'help', label: 'Keyboard shortcuts', run: onHelp },
    { id: 'sign-out', label: 'Sign out', run: () => void signOut() },
  ]
  return [
    { name: 'Pages', commands: [...pages, ...sitePages] },
    {
      name: 'Sites',
      commands: scope
        ? (sites.data?.sites ?? []).map((site) => ({ id: site.id, label: site.host, to: paths.site(scope, site.id) }))
        : [],
    },
    {
      name: 'Actions',
      commands: [
        ...create,
        ...siteCommands(scope, openSite),
        ...accountCommands(account),
        ...leaveCommands(),
        ...settings,
      ],
    },
  ]
}

/** What people search for on a site's pages, besides their names. */
const tabWords: ReadonlyMap<string, string> = new Map([
  ['Traffic', 'report requests data usage'],
  ['Cache', 'purge flush'],
  ['Optimizer', 'maintenance bypass'],
])

/** A partner's accounts that match the text. The service is searched once typing pauses. */
export function useAccountCommands(typed: string): { commands: readonly Command[]; searching: boolean } {
  const [settled] = useDebouncedValue(typed, pauseMs)
  const term = typed.trim()
  const { accounts, more, searching } = useFoundAccounts(settled.trim(), term)
  const commands: Command[] = bestFirst(accounts, term, ({ name }) => name).map(({ id, name, email }) => ({
    id,
    label: name,
    hint: email,
    to: paths.account(id),
  }))
  if (term && more > 0)
    commands.push({
      id: 'more',
      label: `All accounts matching “${term}”`,
      hint: `${more} more`,
      to: paths.accounts({ search: term }),
    })
  return { commands, searching }
}

/** A partner's sites that match the text, of all accounts. */
export function useSiteCommands(typed: string): { commands: readonly Command[]; searching: boolean } {
  const { id: partner } = useWho()
  const [settled] = useDebouncedValue(typed, pauseMs)
  const term = typed.trim()
  const { sites, more, searching } = useFoundSites(settled.trim(), term)
  const commands: Command[] = sites.map((site) => ({
    id: `fleet-${site.id}`,
    label: site.host,
    hint:
      site.kind !== null && site.severity > 0
        ? `${incidentName({ kind: site.kind, partly: site.partly }, 'partner')} · ${site.account_name}`
        : site.account_name,
    to: paths.site({ kind: 'account', partner, account: site.account_id }, site.id),
  }))
  if (more > 0)
    commands.push({
      id: 'more-sites',
      label: `All sites matching “${term}”`,
      hint: `${more} more`,
      to: paths.home({ search: term }),
    })
  return { commands, searching }
}

/** The monitors or tests that match the text, of the account that is open. */
export function useMonitorCommands(kind: Kind, typed: string): { commands: readonly Command[]; searching: boolean } {
  const scope = useScopeIfAny(useWho())
  const [settled] = useDebouncedValue(typed, pauseMs)
  const term = typed.trim()
  const { monitors, more, searching } = useFoundMonitors(scope, kind, settled.trim(), term)
  if (!scope) return { commands: [], searching }
  const [pageOf, listPage] = kind === 'monitor' ? [paths.monitor, paths.monitors] : [paths.test, paths.tests]
  const commands: Command[] = monitors.flatMap(({ id, name }) =>
    id === undefined ? [] : [{ id: `${kind}-${id}`, label: name ?? id, to: pageOf(scope, id) }],
  )
  if (more > 0)
    commands.push({
      id: `more-${kind}s`,
      label: `All ${kind}s matching “${term}”`,
      hint: `${more} more`,
      to: listPage(scope, { search: term }),
    })
  return { commands, searching }
}

/** The commands that contain every word typed, the best match of each group first. */
export function matching(groups: readonly CommandGroup[], typed: string): readonly CommandGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map(({ name, commands }) => {
      const found = commands.filter(({ label, words: others = '' }) =>
        words.every((word) => `${label} ${others}`.toLowerCase().includes(word)),
      )
      return { name, commands: bestFirst(found, typed, ({ label }) => label) }
    })
    .filter(({ commands }) => commands.length > 0)
}

function useScopeIfAny(who: Who): Scope | null {
  const { accountId } = useParams()
  if (who.role === 'user') return { kind: 'user', user: who.id }
  return accountId ? { kind: 'account', partner: who.id, account: accountId } : null
}
