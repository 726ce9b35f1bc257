import { sql } from 'kysely'

const keyPages = sql`monitors where monitors.kind = 'monitor' and monitors.site_id = site_status.site_id`

/** What a query of `site_status` reads of the checks of home pages. */
export const homePageColumns = [
  sql<number>`coalesce((select max(1) from ${keyPages} and monitors.status = 'RUNNING'), 0)`.as('monitored'),
  sql<number | null>`(select max(last_sample_at) from ${keyPages})`.as('checked_at'),
] as const

interface Row {
  /** 1 if a running monitor checks the home page. */
  readonly monitored: number
  /** When it was last checked, UNIX ms. */
  readonly checked_at: number | null
}

/** The same in a record. */
export function homePageRecord({ monitored, checked_at }: Row) {
  return { monitored: monitored === 1, checked_at: checked_at === null ? null : new Date(checked_at).toISOString() }
}
