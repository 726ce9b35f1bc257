import type { Account, Database, Partner } from '../database/index.ts'

/** An account by its id, as long as it is the partner's. */
export function readAccount(partner: Partner, id: string, { db }: Database): Promise<Account | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('partner_id', '=', partner.id)
    .executeTakeFirst()
}

/** Whether another of the partner's accounts has this email. Emails compare without case. */
export async function isEmailTaken(
  partner: Partner,
  email: string,
  { db }: Database,
  exceptAccountId = '',
): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('partner_id', '=', partner.id)
    .where('email_lower', '=', email.toLowerCase())
    .where('id', '!=', exceptAccountId)
    .executeTakeFirst()
  return found !== undefined
}

/** Records the last use of an account's key to the minute, so that there is at most one write a minute. */
export async function recordSignIn(account: Account, now: number, { db }: Database): Promise<void> {
  const minute = Math.floor(now / 60_000) * 60_000
  if (account.last_sign_in_at === minute) return
  await db.updateTable('accounts').set({ last_sign_in_at: minute }).where('id', '=', account.id).execute()
}

/** An account by its id, whoever's it is. */
export function readAccountById(id: string, { db }: Database): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
}
