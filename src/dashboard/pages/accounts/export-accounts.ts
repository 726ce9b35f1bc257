import { csvOf, listAccounts, maxPerPage, type InputOf, type ReplyOf } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'

export type Account = ReplyOf<typeof listAccounts>['accounts'][number]

/** What a list is chosen and sorted by, without its pages. */
export type Choice = Pick<NonNullable<InputOf<typeof listAccounts>['query']>, 'search_term' | 'sort_by' | 'direction'>

/** What has been read so far: reading goes on from there after a failure. */
export interface Reading {
  /** By id: an account that moved to a later page meanwhile is read twice. */
  readonly accounts: ReadonlyMap<string, Account>
  readonly nextPage: number
  readonly total: number
  readonly isComplete: boolean
}

export const nothingRead: Reading = { accounts: new Map(), nextPage: 1, total: 0, isComplete: false }

/** Reads the page after what has been read. Throws `ApiError`, or what `signal` was aborted with. */
export async function readFurther(
  partner: string,
  { search_term, sort_by, direction }: Choice,
  read: Reading,
  signal: AbortSignal,
): Promise<Reading> {
  const query = { search_term, sort_by, direction, page: read.nextPage, per_page: maxPerPage }
  const list = await call(listAccounts, { path: { partner_id: partner }, query }, { signal })
  const accounts = new Map(read.accounts)
  for (const account of list.accounts) accounts.set(account.id, account)
  return {
    accounts,
    nextPage: read.nextPage + 1,
    total: list.total_entries,
    isComplete: read.nextPage >= list.total_pages || list.accounts.length === 0,
  }
}

export function accountsCsv(accounts: Iterable<Account>): string {
  const rows = [...accounts].map(({ name, email, id, api_url }) => [name, email, id, api_url])
  return csvOf(['name', 'email', 'id', 'api_url'], rows)
}
