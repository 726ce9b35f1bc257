import { sql } from 'kysely'
import type { listAccounts, ParsedInput } from '../../contract/index.ts'
import type { ReadableDatabase } from '../database/index.ts'

interface PageInput extends Pick<
  ParsedInput<typeof listAccounts>['query'],
  'page' | 'per_page' | 'sort_by' | 'direction'
> {
  readonly partnerId: string
  /** In lower case; empty for all accounts. */
  readonly term: string
}

/** A page of a partner's accounts and their number, in one pass over an index with every column that is searched or sorted by. */
export async function accountPage({ db, kind }: ReadableDatabase, input: PageInput) {
  const { partnerId, term, page, per_page, sort_by, direction } = input
  const position = (column: 'name_lower' | 'email_lower') =>
    kind === 'sqlite'
      ? sql<boolean>`instr(${sql.ref(column)}, ${term}) > 0`
      : sql<boolean>`position(${term} in ${sql.ref(column)}) > 0`

  let matching = db.selectFrom('accounts').where('partner_id', '=', partnerId)
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
  const accountCount = db.selectFrom('account_counts').where('partner_id', '=', partnerId).select('accounts')
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'plan', 'last_sign_in_at'])
    // the number of accounts is stored, but the matches of a search have to be counted
    .$if(!term, (list) => list.select(accountCount.as('total')))
    .where('id', 'in', ids)
    .orderBy(column, direction)
    .orderBy('id', 'asc')
    .execute()

  const isLastPage = page === 1 && rows.length < per_page
  const total = isLastPage ? rows.length : (rows[0]?.total ?? (await counted.executeTakeFirstOrThrow()).n)
  return {
    total,
    rows: rows.map(({ id, name, email, plan, last_sign_in_at }) => ({ id, name, email, plan, last_sign_in_at })),
  }
}
