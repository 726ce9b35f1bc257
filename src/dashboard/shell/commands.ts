import { useMantineColorScheme } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { listAccounts } from '../../contract/index.ts'
import { q } from '../api/queries.ts'
import { useWho, type Scope, type Who } from '../api/scope.ts'
import { session } from '../api/session.ts'
import { siteList } from '../api/sites.ts'
import { paths } from '../paths.ts'
import { mainNav, scopeNav } from './nav.ts'

interface Named {
  readonly id: string
  readonly label: string
  readonly hint?: string
}
export type Command = Named & ({ readonly to: string } | { readonly run: () => void })
export interface CommandGroup {
  readonly name: string
  readonly commands: readonly Command[]
}

const accountsShown = 8

/** What can be done from where one is. */
export function useCommands(onHelp: () => void): readonly CommandGroup[] {
  const who = useWho()
  const scope = useScopeIfAny(who)
  const { setColorScheme } = useMantineColorScheme()
  const sites = useQuery({ ...siteList(scope ?? { kind: 'user', user: who.id }), enabled: scope !== null })
  const pages = [...mainNav(who), ...(scope ? scopeNav(scope) : [])].map((item) => ({
    id: item.to,
    label: item.label,
    to: item.to,
  }))
  const create: Command[] = [
    ...(who.role === 'partner' ? [{ id: 'new-account', label: 'Create account', to: paths.newAccount() }] : []),
    ...(scope ? [{ id: 'new-site', label: 'Add site', to: paths.newSite(scope) }] : []),
  ]
  const settings: Command[] = [
    { id: 'light', label: 'Theme: light', run: () => setColorScheme('light') },
    { id: 'dark', label: 'Theme: dark', run: () => setColorScheme('dark') },
    { id: 'auto', label: 'Theme: the system’s', run: () => setColorScheme('auto') },
    { id: 'help', label: 'Keyboard help', run: onHelp },
    { id: 'sign-out', label: 'Sign out', run: () => session.end() },
  ]
  return [
    { name: 'Pages', commands: pages },
    {
      name: 'Sites',
      commands: scope
        ? (sites.data?.sites ?? []).map((site) => ({ id: site.id, label: site.host, to: paths.site(scope, site.id) }))
        : [],
    },
    { name: 'Actions', commands: [...create, ...settings] },
  ]
}

/** A partner's accounts by name or e-mail, as the service finds them. */
export function useFoundAccounts(term: string): { commands: readonly Command[]; searching: boolean } {
  const who = useWho()
  const input = {
    path: { partner_id: who.id },
    query: { search_term: term || undefined, per_page: accountsShown, direction: 'asc' as const },
  }
  const found = useQuery({
    ...q(listAccounts, input),
    enabled: who.role === 'partner',
    placeholderData: keepPreviousData,
  })
  const commands: Command[] = (found.data?.accounts ?? []).map(({ id, name, email }) => ({
    id,
    label: name,
    hint: email,
    to: paths.account(id),
  }))
  const more = (found.data?.total_entries ?? 0) - commands.length
  if (term && more > 0)
    commands.push({
      id: 'more',
      label: `All accounts that match “${term}”`,
      hint: `${more} more`,
      to: paths.accounts({ search: term }),
    })
  return { commands, searching: found.isFetching }
}

/** The commands that hold every word typed. */
export function matching(groups: readonly CommandGroup[], typed: string): readonly CommandGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map(({ name, commands }) => ({
      name,
      commands: commands.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))),
    }))
    .filter(({ commands }) => commands.length > 0)
}

function useScopeIfAny(who: Who): Scope | null {
  const { accountId } = useParams()
  if (who.role === 'user') return { kind: 'user', user: who.id }
  return accountId ? { kind: 'account', partner: who.id, account: accountId } : null
}
