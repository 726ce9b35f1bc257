import { readAccount, type ReadOf } from '../../contract/index.ts'
import { q, type Query } from './queries.ts'

/** One account of a partner. */
export function accountQuery(partner: string, account: string): Query<ReadOf<typeof readAccount>> {
  return q(readAccount, { path: { partner_id: partner, account_id: account } })
}
