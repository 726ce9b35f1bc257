import { listAccounts, listAccountSites } from '../../contract/index.ts'
import { call } from '../api/client.ts'
import { limitConcurrency } from '../api/limit-concurrency.ts'

const accountsAPage = 100
const accountsAtOnce = 6

interface AccountSearch {
  readonly partner: string
  readonly site: string
  /** Only accounts whose name or e-mail holds it; empty for all. */
  readonly term: string
}

export interface Progress {
  readonly looked: number
  readonly total: number
}

/**
 * The account that has a site: no operation tells it, so a partner's accounts are asked for their sites, a few at a
 * time. Undefined where none has it. Throws `ApiError`, or what `signal` was aborted with.
 */
export async function accountWith(
  { partner, site, term }: AccountSearch,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<string | undefined> {
  const run = limitConcurrency(accountsAtOnce)
  let looked = 0
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { page, per_page: accountsAPage, direction: 'asc' as const, search_term: term || undefined }
    // each page has to say how many there are before the next is asked for
    const list = await call(listAccounts, { path: { partner_id: partner }, query }, { signal })
    pages = list.total_pages
    let found: string | undefined
    const look = async (account: string) => {
      if (found) return
      const path = { partner_id: partner, account_id: account }
      const { sites } = await call(listAccountSites, { path }, { signal })
      if (sites.some(({ id }) => id === site)) found = account
      looked++
      onProgress({ looked, total: list.total_entries })
    }
    await Promise.all(list.accounts.map(({ id }) => run(() => look(id), signal)))
    if (found) return found
  }
  return undefined
}
