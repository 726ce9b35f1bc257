import { sql } from 'kysely'
import type { listFleet, ParsedInput } from '../../contract/index.ts'
// not the whole contract: reader threads load this
import { fleetSorts } from '../../contract/fleet-sorts.ts'
import { needsAttention, type Trouble, troubles } from '../../contract/verdict.ts'
import type { ReadableDatabase } from '../database/index.ts'

interface PageInput extends Pick<
  ParsedInput<typeof listFleet>['query'],
  'page' | 'per_page' | 'sort_by' | 'direction' | 'trouble'
> {
  readonly partnerId: string
  /** In lower case; empty for all sites. */
  readonly term: string
}

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
  'lcp',
  'lcp_before',
  'lcp_hours',
  'requests',
  'offload',
  'measured_at',
  'accounts.name as account_name',
  'accounts.email as account_email',
] as const

/** What each sort reads, in its usual direction. Sites without a figure come last. */
const orders = {
  impact: [
    ['impact', 'desc'],
    ['host', 'asc'],
    ['site_id', 'asc'],
  ],
  host: [
    ['host', 'asc'],
    ['site_id', 'asc'],
  ],
  since: [
    ['since', 'desc'],
    ['site_id', 'desc'],
  ],
  availability: [
    ['failed', 'desc'],
    ['site_id', 'desc'],
  ],
  lcp: [
    ['lcp', 'desc'],
    ['site_id', 'desc'],
  ],
  requests: [
    ['requests', 'desc'],
    ['site_id', 'desc'],
  ],
} as const satisfies Record<keyof typeof fleetSorts, readonly (readonly [string, 'asc' | 'desc'])[]>

/** Those that most sites may have, so that their index leads to too many rows to be sorted. */
const common: readonly Trouble[] = ['idle', 'healthy']

/** A page of a partner's sites, and how many there are of each kind of trouble. */
export async function fleetPage(database: ReadableDatabase, input: PageInput) {
  const { db } = database
  const { page, per_page, sort_by, direction = fleetSorts[sort_by] } = input
  const isReversed = direction !== fleetSorts[sort_by]
  const order = orders[sort_by].map(([column, usual]) => {
    const isDescending = (usual === 'desc') !== isReversed
    const nulls = isDescending ? sql.raw('desc nulls last') : sql.raw('asc nulls first')
    // a search that walked another index would look into the row of every site
    const isSearch = input.term !== '' && sort_by !== 'impact' && database.kind === 'sqlite'
    return sql`${isSearch ? sql.raw('+') : sql.raw('')}${sql.ref(`site_status.${column}`)} ${nulls}`
  })
  // the inner query only reads an index; the outer one reads the rows of the page
  const ids = matching(database, input)
    .select('site_id')
    .orderBy(sql.join(order))
    .limit(per_page)
    .offset((page - 1) * per_page)
  const rows = await db
    .selectFrom('site_status')
    .innerJoin('accounts', 'accounts.id', 'site_status.account_id')
    .select(columns)
    .where('site_id', 'in', ids)
    .orderBy(sql.join(order))
    .execute()
  const counts = await countsOf(database, input.partnerId)
  const total = input.term === '' ? totalOf(counts, input.trouble) : await countMatches(database, input, rows.length)
  return { total, rows, counts }
}

function matching({ db, kind }: ReadableDatabase, { partnerId, term, trouble, sort_by }: PageInput) {
  let sites = db.selectFrom('site_status').where('site_status.partner_id', '=', partnerId)
  if (term)
    sites = sites.where(
      kind === 'sqlite' ? sql<boolean>`instr(search, ${term}) > 0` : sql<boolean>`position(${term} in search) > 0`,
    )
  if (trouble && common.includes(trouble) && (term || sort_by !== 'impact'))
    sites = sites.where(sql<boolean>`trouble || '' = ${trouble}`)
  else if (trouble) sites = sites.where('trouble', '=', trouble)
  return sites
}

type Counts = Readonly<Record<Trouble, number>>

/** Healthy sites are the others: counting them would take longer than reading the page. */
async function countsOf({ db }: ReadableDatabase, partnerId: string): Promise<Counts> {
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
  const all = await db.selectFrom('site_counts').select('sites').where('partner_id', '=', partnerId).executeTakeFirst()
  const unhealthy = counted.reduce((sum, { n }) => sum + n, 0)
  const of = (trouble: Trouble) => counted.find((one) => one.trouble === trouble)?.n ?? 0
  return {
    down: of('down'),
    dns: of('dns'),
    slow: of('slow'),
    other: of('other'),
    maintenance: of('maintenance'),
    idle: of('idle'),
    healthy: Math.max(0, (all?.sites ?? 0) - unhealthy),
  }
}

function totalOf(counts: Counts, trouble: Trouble | undefined): number {
  return trouble === undefined ? Object.values(counts).reduce((sum, n) => sum + n, 0) : counts[trouble]
}

async function countMatches(database: ReadableDatabase, input: PageInput, found: number): Promise<number> {
  if (input.page === 1 && found < input.per_page) return found
  const { n } = await matching(database, input)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
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
