import { listAccounts, listAccountSites, maxPerPage } from '../../contract/index.ts'
import { call } from '../api/client.ts'
import { limitConcurrency } from '../api/limit-concurrency.ts'

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
  const run = limitConcurrency(maxConcurrentReads)
  let searched = 0
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { page, per_page: maxPerPage, direction: 'asc' as const, search_term: term || undefined }
    // the first page tells how many pages there are, so pages are read in order
    const list = await call(listAccounts, { path: { partner_id: partner }, query }, { signal })
    pages = list.total_pages
    let found: string | undefined
    const searchAccount = async (account: string) => {
      if (found) return
      const path = { partner_id: partner, account_id: account }
      const { sites } = await call(listAccountSites, { path }, { signal })
      if (sites.some(({ id }) => id === site)) found = account
      searched++
      onProgress({ searched, total: list.total_entries })
    }
    await Promise.all(list.accounts.map(({ id }) => run(() => searchAccount(id), signal)))
    if (found) return found
  }
  return undefined
}
