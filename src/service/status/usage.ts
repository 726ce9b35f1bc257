import { sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** The samples of a monitor. */
export interface MonitorUsage {
  readonly monitor_id: string
  readonly account_id: string | null
  readonly samples: number
  /** Since the given time. */
  readonly recent: number
  /** UNIX ms. */
  readonly oldest: number
  readonly kept_bytes: number
}

/** How many samples each monitor has, from an index alone. */
export async function monitorUsage({ db }: Database, since: number): Promise<readonly MonitorUsage[]> {
  const { rows } = await sql<MonitorUsage>`
    select m.id as monitor_id, m.account_id, m.kept_bytes, coalesce(s.samples, 0) as samples,
      coalesce(s.recent, 0) as recent, coalesce(s.oldest, 0) as oldest
    from monitors m left join (
      select monitor_id, count(*) as samples, min(taken_at) as oldest,
        count(case when taken_at >= ${since} then 1 end) as recent
      from samples group by monitor_id
    ) s on s.monitor_id = m.id`.execute(db)
  return rows
}

/** The sizes of details or screenshots before they are stored, which takes more. */
export interface KeptUsage {
  readonly bytes: number
  /** Since the given time. */
  readonly recent: number
  /** UNIX ms; null if there are none. */
  readonly oldest: number | null
}

/** How much of samples' details and screenshots is kept. */
export async function keptUsage(
  { db }: Database,
  since: number,
): Promise<{ readonly details: KeptUsage; readonly screenshots: KeptUsage }> {
  const usageOf = async (column: 'detail_bytes' | 'screenshot_bytes'): Promise<KeptUsage> => {
    const size = sql.ref(column)
    // sums are decimals in PostgreSQL
    const { rows } = await sql<{ bytes: number | string; recent: number | string; oldest: number | null }>`
      select coalesce(sum(${size}), 0) as bytes, min(taken_at) as oldest,
        coalesce(sum(case when taken_at >= ${since} then ${size} end), 0) as recent
      from kept_details where ${size} > 0`.execute(db)
    const [{ bytes, recent, oldest } = { bytes: 0, recent: 0, oldest: null }] = rows
    return { bytes: Number(bytes), recent: Number(recent), oldest }
  }
  return { details: await usageOf('detail_bytes'), screenshots: await usageOf('screenshot_bytes') }
}

interface AccountName {
  readonly id: string
  readonly name: string
}

export async function namesOf({ db }: Database, accounts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (accounts.length === 0) return new Map()
  const rows: readonly AccountName[] = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('id', 'in', accounts)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
