import pLimit from 'p-limit'
import {
  listAccounts,
  listAccountSites,
  maxPerPage,
  readIncident,
  readMonitor,
  readSample,
  readTest,
} from '../../contract/index.ts'
import { call } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { pagesOf } from '../api/pages.ts'
import { callScoped, type Scope } from '../api/scope.ts'

const maxConcurrentReads = 6

/** What a link of an account holder names. */
export interface Sought {
  readonly kind: 'site' | 'monitor' | 'test' | 'sample' | 'incident'
  readonly id: string
}

interface AccountSearch {
  readonly partner: string
  readonly sought: Sought
  /** Searches only accounts with this in their name or email; empty searches all. */
  readonly term: string
}

export interface Progress {
  readonly searched: number
  readonly total: number
}

/**
 * Finds the account that has a record. No operation returns it, so this asks each of the partner's accounts, a few at a
 * time. Undefined if none has it. Throws `ApiError`, or the abort reason of `signal`.
 */
export async function findAccountOf(
  { partner, sought, term }: AccountSearch,
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
      if (await has({ kind: 'account', partner, account }, sought, signal)) found = account
      searched++
      onProgress({ searched, total: list.total_entries })
    }
    await Promise.all(list.accounts.map(({ id }) => limit(() => searchAccount(id))))
    if (found) return found
  }
  return undefined
}

async function has(scope: Scope & { kind: 'account' }, { kind, id }: Sought, signal: AbortSignal): Promise<boolean> {
  if (kind === 'site') {
    const path = { partner_id: scope.partner, account_id: scope.account }
    const { sites } = await call(listAccountSites, { path }, { signal })
    return sites.some((site) => site.id === id)
  }
  try {
    await readOne(scope, { kind, id }, signal)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not-found') return false
    throw error
  }
}

function readOne(scope: Scope, { kind, id }: Sought, signal: AbortSignal): Promise<unknown> {
  switch (kind) {
    case 'monitor':
      return callScoped(readMonitor, scope, { path: { monitor_id: id } }, { signal })
    case 'test':
      return callScoped(readTest, scope, { path: { test_id: id } }, { signal })
    case 'sample':
      return callScoped(readSample, scope, { path: { sample_id: id }, query: {} }, { signal })
    default:
      return callScoped(readIncident, scope, { path: { incident_id: id } }, { signal })
  }
}
