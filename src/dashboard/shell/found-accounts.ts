import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listAccounts, type ReplyOf } from '../../contract/index.ts'
import { q } from '../api/queries.ts'
import { useWho } from '../api/scope.ts'

const accountsShown = 8

interface Found {
  readonly accounts: ReplyOf<typeof listAccounts>['accounts']
  /** How many more match. */
  readonly more: number
  /** Others may be found yet. */
  readonly searching: boolean
}

/**
 * A partner's accounts by name or e-mail, as the service finds them. `typed` is the present text where the search, by
 * `term`, comes after it: until it is answered, only those of the last answer are there that match.
 */
export function useFoundAccounts(term: string, typed: string = term): Found {
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
  const accounts = found.data?.accounts ?? []
  if (term !== typed || found.isPlaceholderData) {
    const text = typed.toLowerCase()
    const matching = accounts.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(text))
    return { accounts: matching, more: 0, searching: who.role === 'partner' }
  }
  return { accounts, more: (found.data?.total_entries ?? 0) - accounts.length, searching: found.isFetching }
}
