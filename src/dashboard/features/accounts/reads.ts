import { readAccount, sendWelcomeEmail, type ReadOf } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { invalidate, q, type Query } from '../../api/queries.ts'

/** One account of a partner. */
export function accountQuery(partner: string, account: string): Query<ReadOf<typeof readAccount>> {
  return q(readAccount, { path: { partner_id: partner, account_id: account } })
}

/** Sends an account's welcome email, or sends it again with a new password. */
export async function sendWelcome(partner: string, account: string): Promise<ReadOf<typeof sendWelcomeEmail>> {
  const sent = await call(sendWelcomeEmail, { path: { partner_id: partner, account_id: account } })
  await invalidate([readAccount])
  return sent
}
