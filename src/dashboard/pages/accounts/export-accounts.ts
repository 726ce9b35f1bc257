import { csvOf, listAccounts, maxPerPage, type InputOf, type ReplyOf } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'

export type Account = ReplyOf<typeof listAccounts>['accounts'][number]

/** The list's filter and sorting, without its page. */
export type AccountFilter = Pick<
  NonNullable<InputOf<typeof listAccounts>['query']>,
  'search_term' | 'sort_by' | 'direction'
>

/** What an export has read so far. After a failure it continues from here. */
export interface ExportProgress {
  /** By ID, because an account that moves to a later page during the export is read twice. */
  readonly accounts: ReadonlyMap<string, Account>
  readonly nextPage: number
  readonly total: number
  readonly isComplete: boolean
}

export const initialProgress: ExportProgress = { accounts: new Map(), nextPage: 1, total: 0, isComplete: false }

/** Reads the next page. Throws `ApiError`, or the abort reason of `signal`. */
export async function readNextPage(
  partner: string,
  { search_term, sort_by, direction }: AccountFilter,
  progress: ExportProgress,
  signal: AbortSignal,
): Promise<ExportProgress> {
  const query = { search_term, sort_by, direction, page: progress.nextPage, per_page: maxPerPage }
  const list = await call(listAccounts, { path: { partner_id: partner }, query }, { signal })
  const accounts = new Map(progress.accounts)
  for (const account of list.accounts) accounts.set(account.id, account)
  return {
    accounts,
    nextPage: progress.nextPage + 1,
    total: list.total_entries,
    isComplete: progress.nextPage >= list.total_pages || list.accounts.length === 0,
  }
}

export function accountsCsv(accounts: Iterable<Account>): string {
  const rows = [...accounts].map(({ name, email, id, api_url }) => [name, email, id, api_url])
  return csvOf(['name', 'email', 'id', 'api_url'], rows)
}
