import { sql } from 'kysely'
import type { AccountIncident } from '../../contract/index.ts'
import type { ReadableDatabase } from '../database/index.ts'
import { incidentRecordsOf } from './queries.ts'

interface PageInput {
  readonly partnerId: string
  /** In lower case; empty for all. */
  readonly term: string
  readonly page: number
  readonly per_page: number
  /** Only those of sites, or only those of other hosts. */
  readonly atSite: boolean | undefined
}

/** A page of the open incidents of a partner's accounts, worst first, and how many there are. */
export async function openIncidents(
  { db, kind }: ReadableDatabase,
  { partnerId, term, page, per_page, atSite }: PageInput,
): Promise<{ total: number; rows: AccountIncident[] }> {
  let open = db
    .selectFrom('incidents')
    .innerJoin('accounts', 'accounts.id', 'incidents.account_id')
    .where('accounts.partner_id', '=', partnerId)
    .where('ended_at', 'is', null)
  if (atSite !== undefined) open = open.where('site_id', atSite ? 'is not' : 'is', null)
  if (term !== '') {
    const contains = (column: 'host' | 'name_lower' | 'email_lower') =>
      kind === 'sqlite'
        ? sql<boolean>`instr(${sql.ref(column)}, ${term}) > 0`
        : sql<boolean>`position(${term} in ${sql.ref(column)}) > 0`
    open = open.where((eb) => eb.or([contains('host'), contains('name_lower'), contains('email_lower')]))
  }
  const { n } = await open.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const found = await open
    .selectAll('incidents')
    .select(['accounts.name as account_name', 'accounts.email as account_email'])
    .orderBy('severity', 'desc')
    .orderBy('started_at', 'desc')
    .orderBy('incidents.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const records = await incidentRecordsOf(found, db)
  return {
    total: n,
    rows: found.flatMap(({ account_id, account_name, account_email }, i) => {
      const record = records[i]
      return record ? [{ ...record, account_id, account_name, account_email }] : []
    }),
  }
}

/** How many hosts of each account are in trouble without being its sites, and how severe that is, by account. */
export async function troubledHosts({ db }: ReadableDatabase, accountIds: readonly string[]) {
  const rows = await db
    .selectFrom('incidents')
    .select((eb) => [
      'account_id',
      eb.fn.count<number>('host').distinct().as('troubled_hosts'),
      eb.fn.max('severity').as('severity'),
    ])
    // a list of nothing is a syntax error in PostgreSQL
    .where('account_id', 'in', accountIds.length > 0 ? [...accountIds] : [''])
    .where('site_id', 'is', null)
    .where('ended_at', 'is', null)
    .groupBy('account_id')
    .execute()
  return new Map(rows.map(({ account_id, ...trouble }) => [account_id, trouble]))
}
