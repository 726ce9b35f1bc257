import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Account, Schema } from '../database/index.ts'
import { healthy } from './channel-health.ts'

/** Gives a new account a rule that emails its holder about whatever is down. */
export async function insertDownRule(
  trx: Transaction<Schema>,
  { id, created_at }: Pick<Account, 'id' | 'created_at'>,
): Promise<void> {
  await trx
    .insertInto('alert_rules')
    .values({
      ...healthy,
      id: uuid(),
      account_id: id,
      name: 'Down',
      enabled: 1,
      kinds: JSON.stringify(['down']),
      min_severity: 1,
      channel: 'email',
      recipient: 'holder',
      tell_recovery: 1,
      created_at,
      updated_at: created_at,
    })
    .execute()
}
