import { sql } from 'kysely'
// not the whole contract: reader threads load this
import { needsAttention, type Trouble, troubles } from '../../contract/verdict.ts'
import { homePageColumns } from './home-page-checks.ts'
import { fleetLimits } from './limits.ts'
import { LruMap } from '../../shared/lru-map.ts'
import type { ReadableDatabase } from '../database/index.ts'
import { listedSites, type Matches, matchesOf, orderOf, type PageInput } from './listed-sites.ts'
import { troubleCounts } from './trouble-counts.ts'

export { accountFigures } from './account-figures.ts'

const columns = [
  'site_status.site_id',
  'site_status.account_id',
  'host',
  'state',
  'trouble',
  'severity',
  'site_status.kind',
  'cause',
  'since',
  'partly',
  'incidents',
  'impact',
  'dns',
  'availability',
  'availability_hours',
  'lcp',
  'lcp_before',
  'lcp_hours',
  'requests',
  'offload',
  'measured_at',
  'accounts.name as account_name',
  'accounts.email as account_email',
] as const

/** A page of a partner's sites, and how many there are of each kind of trouble, within the search. */
export async function fleetPage(database: ReadableDatabase, input: PageInput) {
  const { partnerId, trouble } = input
  // before anything else: what changes in between is counted again
  const position = await fleetPosition(database, partnerId)
  const all = await sitesOf(database, partnerId)
  const sites = trouble === undefined ? all : (await countsOf(database, { partnerId, term: '' }, position))[trouble]
  const matches = await matchesOf(database, input, all)
  // PostgreSQL counts and searches at the same time
  const [counts, { ids, total, more }] = await Promise.all([
    countsOf(database, input, position, matches),
    listedSites(database, input, sites, matches),
  ])
  const rows = await database.db
    .selectFrom('site_status')
    .innerJoin('accounts', 'accounts.id', 'site_status.account_id')
    .select([...columns, ...homePageColumns])
    .select((eb) =>
      eb.selectFrom('sites').select('state_since').whereRef('sites.id', '=', 'site_status.site_id').as('state_since'),
    )
    // a list of nothing is a syntax error in PostgreSQL
    .where('site_id', 'in', ids.length > 0 ? ids : [''])
    .orderBy(orderOf(input))
    .execute()
  return { total, more, rows, counts }
}

type Counts = Readonly<Record<Trouble, number>>

async function sitesOf({ db }: ReadableDatabase, partnerId: string): Promise<number> {
  const counted = await db
    .selectFrom('site_counts')
    .select('sites')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return counted?.sites ?? 0
}

/** What was counted of some fleets and searches, and from where on changes make it wrong. */
const remembered = new WeakMap<
  ReadableDatabase,
  LruMap<string, { readonly position: number; readonly counts: Counts }>
>()

/**
 * Counts again only if the fleet has changed: that takes longer than reading a page.
 * @param position of the fleet, from before the matches were looked for
 */
async function countsOf(
  database: ReadableDatabase,
  { partnerId, term }: Pick<PageInput, 'partnerId' | 'term'>,
  position: number,
  matches?: Matches,
): Promise<Counts> {
  const counted = remembered.get(database) ?? new LruMap(fleetLimits.counts)
  remembered.set(database, counted)
  const key = `${partnerId} ${term}`
  const known = counted.get(key)
  if (known && !(await hasFleetChanged(database, partnerId, known.position))) return known.counts
  const counts = matches ? await countFound(database, partnerId, matches) : await count(database, partnerId)
  counted.set(key, { position, counts })
  return counts
}

/** In one pass over an index: grouped, SQLite would read every row. */
async function countFound(
  { db }: ReadableDatabase,
  partnerId: string,
  { contains, indexed }: Matches,
): Promise<Counts> {
  return db
    .selectFrom('site_status')
    .select((eb) =>
      troubles.map((trouble) => eb.fn.countAll<number>().filterWhere('trouble', '=', trouble).as(trouble)),
    )
    .where('partner_id', '=', partnerId)
    .where(indexed ?? contains)
    .executeTakeFirstOrThrow()
}

/** Healthy sites are the others: counting them would take longest. */
async function count(database: ReadableDatabase, partnerId: string): Promise<Counts> {
  const { db } = database
  const all = await sitesOf(database, partnerId)
  const counted = await db
    .selectFrom('site_status')
    .select((eb) => ['trouble', eb.fn.countAll<number>().as('n')])
    .where('partner_id', '=', partnerId)
    .where(
      'trouble',
      'in',
      troubles.filter((one) => one !== 'healthy'),
    )
    .groupBy('trouble')
    .execute()
  const unhealthy = counted.reduce((sum, { n }) => sum + n, 0)
  const of = (trouble: Trouble) => counted.find((one) => one.trouble === trouble)?.n ?? 0
  return { ...troubleCounts(of), healthy: Math.max(0, all - unhealthy) }
}

/**
 * From where on changes of the fleet have to be looked for, if it is read after asking: every change that the reader
 * doesn't see then gets this position or a later one.
 */
export async function fleetPosition({ db, kind }: ReadableDatabase, partnerId: string): Promise<number> {
  const query =
    kind === 'sqlite'
      ? sql<{ next: number }>`select 1 + max(
          coalesce((select max(position) from site_status where partner_id = ${partnerId}), 0),
          coalesce((select position from site_counts where partner_id = ${partnerId}), 0)) as next`
      : // transactions below this one have ended
        sql<{ next: number }>`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as next`
  const { rows } = await query.execute(db)
  return rows[0]?.next ?? 0
}

/** Whether a site of the partner came, went or changed from a position on. */
export async function hasFleetChanged({ db }: ReadableDatabase, partnerId: string, position: number): Promise<boolean> {
  const changed = await db
    .selectFrom('site_status')
    .select('position')
    .where('partner_id', '=', partnerId)
    .where('position', '>=', position)
    .limit(1)
    .unionAll(
      db
        .selectFrom('site_counts')
        .select('position')
        .where('partner_id', '=', partnerId)
        .where('position', '>=', position),
    )
    .executeTakeFirst()
  return changed !== undefined
}

/** How many sites each account has, and how many of them are in trouble, by account. */
export async function troubleOfAccounts({ db }: ReadableDatabase, accountIds: readonly string[]) {
  // a list of nothing is a syntax error in PostgreSQL
  const some = accountIds.length > 0 ? [...accountIds] : ['']
  const rows = await db
    .selectFrom('site_status')
    .select((eb) => [
      'account_id',
      eb.fn.countAll<number>().as('sites'),
      eb.fn
        .countAll<number>()
        .filterWhere('trouble', 'in', [...needsAttention])
        .as('troubled_sites'),
      eb.fn.max('severity').as('severity'),
    ])
    .where('account_id', 'in', some)
    .groupBy('account_id')
    .execute()
  return new Map(rows.map(({ account_id, ...counts }) => [account_id, counts]))
}
