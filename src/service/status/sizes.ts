import { sql } from 'kysely'
import type { Database, Schema } from '../database/index.ts'
import { type Kind, kindOfTable, kinds, uncounted } from './kinds.ts'

/** A larger file isn't searched for how much each table takes: that reads all of it. */
const maxSearchedBytes = 16e9

export interface KindSize {
  readonly kind: Kind
  readonly rows: number
  /** With indexes; null if it wasn't measured. */
  readonly bytes: number | null
}

export interface Sizes {
  /** Of the whole database. */
  readonly bytes: number
  /** How much of that is free for new rows; null if it wasn't measured. */
  readonly unused: number | null
  readonly byKind: readonly KindSize[]
}

/** How many rows there are of each kind, and how much space they take. */
export async function sizesOf(database: Database): Promise<Sizes> {
  const { bytes, unused } = await wholeSize(database)
  const byTable = await tableSizes(database, bytes)
  const byKind: KindSize[] = []
  for (const kind of kinds) {
    let [rows, sum] = [0, 0]
    for (const table of tablesOf(kind)) {
      if (!uncounted.has(table)) rows += await rowsOf(database, table)
      sum += byTable?.get(table) ?? 0
    }
    byKind.push({ kind, rows, bytes: byTable && sum })
  }
  return { bytes, unused, byKind }
}

function tablesOf(kind: Kind): (keyof Schema)[] {
  return (Object.keys(kindOfTable) as (keyof Schema)[]).filter((table) => kindOfTable[table] === kind)
}

async function wholeSize({ db, kind }: Database): Promise<Pick<Sizes, 'bytes' | 'unused'>> {
  if (kind === 'postgres') {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
    return { bytes: rows[0]?.bytes ?? 0, unused: null }
  }
  const { rows } = await sql<{ pages: number; unused: number; size: number }>`
    select page_count as pages, freelist_count as unused, page_size as size
    from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`.execute(db)
  const { pages = 0, unused = 0, size = 0 } = rows[0] ?? {}
  return { bytes: pages * size, unused: unused * size }
}

/** Bytes by table, indexes included; null if they can't be measured in reasonable time. */
async function tableSizes({ db, kind }: Database, whole: number): Promise<ReadonlyMap<string, number> | null> {
  if (kind === 'sqlite' && whole > maxSearchedBytes) return null
  const query =
    kind === 'postgres'
      ? sql<{ name: string; bytes: number }>`
          select coalesce(root.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::bigint as bytes
          from pg_class c left join pg_class root on root.oid = pg_partition_root(c.oid)
          where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
          group by 1`
      : sql<{ name: string; bytes: number }>`
          select s.tbl_name as name, sum(d.pgsize) as bytes
          from dbstat d join sqlite_schema s on s.name = d.name where d.aggregate = true group by 1`
  const { rows } = await query.execute(db)
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

async function rowsOf({ db }: Database, table: keyof Schema): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
