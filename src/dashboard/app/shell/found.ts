import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listAccounts, type FleetSite, type Monitor, type ReplyOf } from '../../../contract/index.ts'
import { fleetQuery } from '../../features/fleet/reads.ts'
import { listOf, type Kind } from '../../features/monitors/reads.ts'
import { q } from '../../api/queries.ts'
import { useWho, type Scope } from '../../api/scope.ts'
import { bestFirst } from './best-first.ts'

const maxAccounts = 8
const maxSites = 5
const maxMonitors = 5
/** The service lists the worst first, so that the best match may be further down. */
const sitesRead = 25

interface Found {
  readonly accounts: ReplyOf<typeof listAccounts>['accounts']
  /** How many more match. */
  readonly more: number
  /** More results may still arrive. */
  readonly searching: boolean
}

/**
 * Finds a partner's accounts by name or email. `typed` is the current text, which the debounced `term` follows. Until
 * the search for it is answered, the previous results that match the text are shown.
 */
export function useFoundAccounts(term: string, typed: string = term): Found {
  const who = useWho()
  const input = {
    path: { partner_id: who.id },
    query: { search_term: term || undefined, per_page: maxAccounts, direction: 'asc' as const },
  }
  const found = useQuery({
    ...q(listAccounts, input),
    enabled: who.role === 'partner',
    placeholderData: keepPreviousData,
  })
  const accounts = found.data?.accounts ?? []
  if (term !== typed || found.isPlaceholderData) {
    const text = typed.toLowerCase()
    const matching = accounts.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(text))
    return { accounts: matching, more: 0, searching: who.role === 'partner' }
  }
  return { accounts, more: (found.data?.total_entries ?? 0) - accounts.length, searching: found.isFetching }
}

interface FoundSites {
  readonly sites: readonly FleetSite[]
  /** How many more match. */
  readonly more: number
  /** More results may still arrive. */
  readonly searching: boolean
}

/** Finds a partner's sites by host, account or email, once there is a term. None where the service doesn't list them. */
export function useFoundSites(term: string, typed: string): FoundSites {
  const who = useWho()
  const isAsked = who.role === 'partner' && typed !== ''
  const found = useQuery({
    ...fleetQuery(who.id, { search_term: term, per_page: sitesRead }),
    enabled: isAsked && term !== '',
  })
  if (!isAsked) return { sites: [], more: 0, searching: false }
  if (term !== typed) return { sites: [], more: 0, searching: true }
  const sites = bestFirst(found.data?.sites ?? [], typed, ({ host }) => host).slice(0, maxSites)
  return { sites, more: (found.data?.total_entries ?? 0) - sites.length, searching: found.isFetching }
}

interface FoundMonitors {
  readonly monitors: readonly Monitor[]
  /** How many more match. */
  readonly more: number
  /** More results may still arrive. */
  readonly searching: boolean
}

/** Finds monitors or tests by name, once there is a term. None without a scope, as a partner has none of its own. */
export function useFoundMonitors(scope: Scope | null, kind: Kind, term: string, typed: string): FoundMonitors {
  const { id } = useWho()
  const isAsked = scope !== null && typed !== ''
  const found = useQuery({
    ...listOf(scope ?? { kind: 'user', user: id }, kind, { search_term: term, page: 1, per_page: maxMonitors }),
    enabled: isAsked && term !== '',
  })
  if (!isAsked) return { monitors: [], more: 0, searching: false }
  if (term !== typed) return { monitors: [], more: 0, searching: true }
  const monitors = bestFirst(found.data?.rows ?? [], typed, ({ name }) => name ?? '')
  return { monitors, more: (found.data?.total_entries ?? 0) - monitors.length, searching: found.isFetching }
}
