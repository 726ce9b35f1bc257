import { sql } from 'kysely'
import type { listAccounts, ParsedInput, ReplyOf } from '../../contract/index.ts'
import type { Account, Database, Partner } from '../database/index.ts'
import { pageCounts } from '../paging.ts'
import type { Services } from '../services.ts'
import { accountUrl } from '../addresses.ts'

/** A page of a partner's accounts, in one pass over an index with every column that is searched or sorted by. */
export async function accountPage(
  partner: Partner,
  query: ParsedInput<typeof listAccounts>['query'],
  { database: { db, kind }, settings }: Services,
): Promise<ReplyOf<typeof listAccounts>> {
  const { page, per_page, sort_by, direction } = query
  const term = (query.search_term || query.query || '').toLowerCase()
  const position = (column: 'name_lower' | 'email_lower') =>
    kind === 'sqlite'
      ? sql<boolean>`instr(${sql.ref(column)}, ${term}) > 0`
      : sql<boolean>`position(${term} in ${sql.ref(column)}) > 0`

  let matching = db.selectFrom('accounts').where('partner_id', '=', partner.id)
  if (term) matching = matching.where((eb) => eb.or([position('name_lower'), position('email_lower')]))

  // the inner query only reads the index; the outer one reads the rows of the page
  const column = sort_by === 'email' ? 'email_lower' : 'name_lower'
  const ids = matching
    .select('id')
    .orderBy(column, direction)
    .orderBy('id', 'asc')
    .limit(per_page)
    .offset((page - 1) * per_page)
  const counted = matching.select((eb) => eb.fn.countAll<number>().as('n'))
  const accountCount = db.selectFrom('account_counts').where('partner_id', '=', partner.id).select('accounts')
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'email'])
    // the number of accounts is stored, but the matches of a search have to be counted
    .$if(!term, (list) => list.select(accountCount.as('total')))
    .where('id', 'in', ids)
    .orderBy(column, direction)
    .orderBy('id', 'asc')
    .execute()

  const isLastPage = page === 1 && rows.length < per_page
  const total = isLastPage ? rows.length : (rows[0]?.total ?? (await counted.executeTakeFirstOrThrow()).n)
  return {
    ...pageCounts(query, total),
    accounts: rows.map(({ id, name, email }) => ({ id, name, email, api_url: accountUrl(settings, partner.id, id) })),
  }
}

/** An account by its id, as long as it is the partner's. */
export function readAccount(partner: Partner, id: string, { db }: Database): Promise<Account | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('partner_id', '=', partner.id)
    .executeTakeFirst()
}

/** The account that an API key opens. */
export function readAccountByKey(keyHash: string, { db }: Database): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
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

/** Notes the last use of an account's key to the minute, so that there is at most one write a minute. */
export async function noteSignIn(account: Account, now: number, { db }: Database): Promise<void> {
  const minute = Math.floor(now / 60_000) * 60_000
  if (account.last_sign_in_at === minute) return
  await db.updateTable('accounts').set({ last_sign_in_at: minute }).where('id', '=', account.id).execute()
}
