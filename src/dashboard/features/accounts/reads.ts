import { readAccount, sendWelcomeEmail, type ReadOf } from '../../../contract/index.ts'
import { change } from '../../api/change.ts'
import { q, type Query } from '../../api/queries.ts'

/** One account of a partner. */
export function accountQuery(partner: string, account: string): Query<ReadOf<typeof readAccount>> {
  return q(readAccount, { path: { partner_id: partner, account_id: account } })
}

/** Sends an account's welcome email, or sends it again with a new password. */
export function sendWelcome(partner: string, account: string): Promise<ReadOf<typeof sendWelcomeEmail>> {
  return change(sendWelcomeEmail, { path: { partner_id: partner, account_id: account } })
}
