import { csvOf, listAccounts, maxPerPage, type InputOf, type ReplyOf } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { pagesOf } from '../../../client/pages.ts'

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
}

export const initialProgress: ExportProgress = { accounts: new Map(), nextPage: 1, total: 0 }

/** Reads the pages from `start` on, and yields the progress after each. Throws `ApiError`, or the abort reason of `signal`. */
export async function* readAccounts(
  partner: string,
  { search_term, sort_by, direction }: AccountFilter,
  start: ExportProgress,
  signal: AbortSignal,
): AsyncGenerator<ExportProgress, void, undefined> {
  const read = (page: number) => {
    const query = { search_term, sort_by, direction, page, per_page: maxPerPage }
    return call(listAccounts, { path: { partner_id: partner }, query }, { signal })
  }
  let progress = start
  for await (const list of pagesOf(read, { from: start.nextPage })) {
    const accounts = new Map(progress.accounts)
    for (const account of list.accounts) accounts.set(account.id, account)
    progress = { accounts, nextPage: progress.nextPage + 1, total: list.total_entries }
    yield progress
  }
}

export function accountsCsv(accounts: Iterable<Account>): string {
  const rows = [...accounts].map(({ name, email, id, api_url }) => [name, email, id, api_url])
  return csvOf(['name', 'email', 'id', 'api_url'], rows)
}
