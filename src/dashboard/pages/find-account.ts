import pLimit from 'p-limit'
import { listAccounts, listAccountSites, maxPerPage } from '../../contract/index.ts'
import { call } from '../api/client.ts'
import { pagesOf } from '../api/pages.ts'

const maxConcurrentReads = 6

interface AccountSearch {
  readonly partner: string
  readonly site: string
  /** Searches only accounts with this in their name or email; empty searches all. */
  readonly term: string
}

export interface Progress {
  readonly searched: number
  readonly total: number
}

/**
 * Finds the account that has a site. No operation returns it, so this reads the sites of each of the partner's
 * accounts, a few at a time. Undefined if none has it. Throws `ApiError`, or the abort reason of `signal`.
 */
export async function findAccountOf(
  { partner, site, term }: AccountSearch,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<string | undefined> {
  const limit = pLimit(maxConcurrentReads)
  const path = { partner_id: partner }
  const query = { per_page: maxPerPage, direction: 'asc' as const, search_term: term || undefined }
  const readList = (page: number) => call(listAccounts, { path, query: { ...query, page } }, { signal })
  let searched = 0
  for await (const list of pagesOf(readList)) {
    let found: string | undefined
    const searchAccount = async (account: string) => {
      signal.throwIfAborted()
      if (found) return
      const { sites } = await call(listAccountSites, { path: { ...path, account_id: account } }, { signal })
      if (sites.some(({ id }) => id === site)) found = account
      searched++
      onProgress({ searched, total: list.total_entries })
    }
    await Promise.all(list.accounts.map(({ id }) => limit(() => searchAccount(id))))
    if (found) return found
  }
  return undefined
}
