import { type Expression, sql, type SqlBool } from 'kysely'
import type { listFleet, ParsedInput } from '../../contract/index.ts'
// not the whole contract: reader threads load this
import { type FleetSort, fleetSorts } from '../../contract/fleet-sorts.ts'
import { fleetLimits } from './limits.ts'
import type { ReadableDatabase } from '../database/index.ts'

export interface PageInput extends Pick<
  ParsedInput<typeof listFleet>['query'],
  'page' | 'per_page' | 'sort_by' | 'direction' | 'trouble'
> {
  readonly partnerId: string
  /** In lower case; empty for all sites. */
  readonly term: string
}

/** What each sort reads, in its usual direction. Sites without a figure come last. */
const orders = {
  impact: [
    ['severity', 'desc'],
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
} as const satisfies Record<FleetSort, readonly (readonly [string, 'asc' | 'desc'])[]>

const sortable = ['severity', 'impact', 'host', 'since', 'failed', 'lcp', 'requests', 'site_id'] as const

/** Figures that a site may lack. PostgreSQL sorts by an index only if nulls have the same place in it. */
const nullable: readonly string[] = ['since', 'failed', 'lcp', 'requests']

/** So many sites can be read and sorted at once; of more, an index is read in its order. */
const few = 5000

/** What more sites than this have is a common term: it's looked for among so many in the order of the sort. */
const ahead = 10_000

/** The order of a list, in SQL. */
export function orderOf({ sort_by, direction = fleetSorts[sort_by] }: PageInput) {
  const isReversed = direction !== fleetSorts[sort_by]
  return sql.join(
    orders[sort_by].map(([column, usual]) => {
      const isDescending = (usual === 'desc') !== isReversed
      const nulls = isDescending ? 'nulls last' : 'nulls first'
      const place = nullable.includes(column) ? nulls : ''
      return sql`${sql.ref(column)} ${sql.raw(isDescending ? 'desc' : 'asc')} ${sql.raw(place)}`
    }),
  )
}

interface Listed {
  /** Of the page, in its order. */
  readonly ids: readonly string[]
  /** On all pages. */
  readonly total: number
  /** Whether the search finds more than that. */
  readonly more: boolean
}

/** What sites match a search, in SQL. */
export interface Matches {
  readonly contains: Expression<SqlBool>
  /** The same by the index of trigrams, where that's of use. */
  readonly indexed: Expression<SqlBool> | undefined
}

/** @returns undefined without a search */
export async function matchesOf(
  database: ReadableDatabase,
  input: PageInput,
  sites: number,
): Promise<Matches | undefined> {
  const { term } = input
  if (term === '') return undefined
  const contains =
    database.kind === 'sqlite'
      ? sql<SqlBool>`instr(search, ${term}) > 0`
      : sql<SqlBool>`position(${term} in search) > 0`
  return { contains, indexed: sites > few ? await byTrigrams(database, input) : undefined }
}

/**
 * The sites on a page.
 * @param sites how many there are without the search
 */
export async function listedSites(
  database: ReadableDatabase,
  input: PageInput,
  sites: number,
  matches: Matches | undefined,
): Promise<Listed> {
  const { page, per_page, sort_by, trouble } = input
  const before = (page - 1) * per_page
  if (matches === undefined) {
    const isSorted = trouble !== undefined && sites <= few && sort_by !== 'impact'
    const rows = isSorted
      ? await sorted(database, input, sites).limit(per_page).offset(before).execute()
      : await inOrder(database, input).select('site_id').limit(per_page).offset(before).execute()
    return { ids: idsOf(rows), total: sites, more: false }
  }
  const counted = fleetLimits.found
  const found = await search(database, input, sites, matches, Math.max(counted + 1, before + per_page))
  return {
    ids: found.slice(before, before + per_page),
    total: Math.min(counted, found.length),
    more: found.length > counted,
  }
}

/** The first sites that match, as many as are wanted. */
async function search(database: ReadableDatabase, input: PageInput, sites: number, matches: Matches, wanted: number) {
  const { db, kind } = database
  const { contains } = matches
  const indexed = sites > few ? matches.indexed : undefined
  // in PostgreSQL, it takes long to find a common term by the index
  const isCommon =
    indexed === undefined || (kind === 'postgres' && (await estimate(database, input, indexed)) * few > wanted * sites)
  if (sites > few && isCommon) {
    const first = inOrder(database, input)
      .select([...sortable, 'search'])
      .limit(indexed ? few : ahead)
    const found = db.selectFrom(first.as('first')).select('site_id').where(contains)
    const rows = await found.orderBy(orderOf(input)).limit(wanted).execute()
    if (rows.length === wanted) return idsOf(rows)
  }
  const rows = await sorted(database, input, sites, indexed ?? contains)
    .limit(wanted)
    .execute()
  return idsOf(rows)
}

/** How many sites PostgreSQL expects to match, by its statistics. */
async function estimate(
  { db }: ReadableDatabase,
  { partnerId }: PageInput,
  matches: Expression<SqlBool>,
): Promise<number> {
  const { rows } = await sql<{ readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[] }>`
    explain (format json) select 1 from site_status where partner_id = ${partnerId} and ${matches}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

const idsOf = (rows: readonly { site_id: string }[]) => rows.map(({ site_id }) => site_id)

/** Sites that are read from the index of the sort, until there are enough. */
function inOrder({ db, kind }: ReadableDatabase, input: PageInput) {
  const { partnerId, trouble, sort_by } = input
  const sites = db.selectFrom('site_status').where('partner_id', '=', partnerId).orderBy(orderOf(input))
  if (trouble === undefined) return sites
  // SQLite would read the index of this trouble, and sort
  const isByImpact = sort_by === 'impact' || kind === 'postgres'
  return sites.where(isByImpact ? sql<SqlBool>`trouble = ${trouble}` : sql<SqlBool>`trouble || '' = ${trouble}`)
}

/** Sites that are read before they are sorted. */
function sorted({ db, kind }: ReadableDatabase, input: PageInput, sites: number, matches?: Expression<SqlBool>) {
  const { partnerId, trouble } = input
  let all = db.selectFrom('site_status').select(sortable).where('partner_id', '=', partnerId)
  if (trouble !== undefined)
    all = all.where(
      sites > few && kind === 'sqlite' ? sql<SqlBool>`trouble || '' = ${trouble}` : sql<SqlBool>`trouble = ${trouble}`,
    )
  if (matches) all = all.where(matches)
  return db
    .with(
      (name) => name('found').materialized(),
      () => all,
    )
    .selectFrom('found')
    .select('site_id')
    .orderBy(orderOf(input))
}

/** The search by the index of trigrams; undefined if the term is too short for it, or so common that it's of no use. */
async function byTrigrams({ db, kind }: ReadableDatabase, { partnerId, term }: PageInput) {
  if (!/.{3}/su.test(term)) return undefined
  if (kind === 'postgres') return sql<SqlBool>`search like ${`%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
  const own = sql`from site_search_keys where partner_id = ${partnerId}`
  const { rows } = await sql<{ n: number; keys: string }>`
    select count(*) as n, json_group_array(key) as keys from (
      select rowid as key from site_search where site_search match ${`"${term.replaceAll('"', '""')}"`}
        and rowid between (select min(key) ${own}) and (select max(key) ${own}) limit ${ahead + 1})`.execute(db)
  const [found] = rows
  if (!found || found.n > ahead) return undefined
  return sql<SqlBool>`site_id in (select site_id ${own} and key in (select value from json_each(${found.keys})))`
}
