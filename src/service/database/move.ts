import type { Insertable } from 'kysely'
import type { Database } from './connect.ts'
import { addMonths } from './months.ts'
import type { Schema } from './schema.ts'

/**
 * Every table, referenced tables first, except those that hold nothing for longer than an hour, and those that follow
 * from others: triggers maintain `account_counts`, `site_changes`, `site_status`, `site_counts` and `stale_hours`, and
 * samples are rolled up again.
 */
export const tables = [
  'meta',
  'partners',
  'accounts',
  'people',
  'memberships',
  'sessions',
  'applications',
  'api_keys',
  'authorization_codes',
  'person_links',
  'sign_ons',
  'sign_on_domains',
  'identities',
  'passkeys',
  'authenticators',
  'recovery_codes',
  'known_browsers',
  'partner_events',
  'account_quotas',
  'account_runs',
  'sites',
  'profiles',
  'events',
  'mails',
  'cache_orders',
  'traffic',
  'site_action_times',
  'site_links',
  'certificates',
  'acme_accounts',
  'edge_nodes',
  'monitors',
  'checks',
  'samples',
  'sample_details',
  'screenshots',
  'kept_details',
  'recent_rounds',
  'availability',
  'incidents',
  'incident_places',
  'incident_notes',
  'incident_changes',
  'origin_results',
  'alert_rules',
  'alerts',
  'idempotent_replies',
  'runners',
] as const satisfies readonly (keyof Schema)[]

// a missing table doesn't compile
type Transient =
  | 'leases'
  | 'edge_processes'
  | 'edge_questions'
  | 'edge_answers'
  | 'acme_challenges'
  | 'cache_proofs'
  | 'pending_sign_ins'
type Derived = 'account_counts' | 'site_changes' | 'site_status' | 'site_counts' | 'stale_hours' | 'sample_rollups'
type Missing = Exclude<keyof Schema, (typeof tables)[number] | Derived | Transient>
const complete: [Missing] extends [never] ? true : Missing = true

/** Rows read and written at a time. */
const batchSize = 500

/**
 * Copies everything into an empty database in one transaction.
 * @returns rows copied, by table
 * @throws if the target already has partners
 */
export async function copyDatabase(from: Database, to: Database): Promise<Record<string, number>> {
  void complete
  const existing = await to.db.selectFrom('partners').select('id').limit(1).executeTakeFirst()
  if (existing) throw new Error('The target database is not empty.')
  if (to.kind === 'postgres') await addMonths(to.db, Date.now(), await oldestSample(from))
  const copied: Record<string, number> = {}
  await to.db.transaction().execute(async (trx) => {
    for (const table of tables) {
      copied[table] = 0
      let rows: Insertable<Schema[typeof table]>[] = []
      const flush = async () => {
        if (rows.length > 0) await trx.insertInto(table).values(rows).execute()
        copied[table] = (copied[table] ?? 0) + rows.length
        rows = []
      }
      for await (const row of from.db.selectFrom(table).selectAll().stream()) {
        rows.push(row)
        if (rows.length === batchSize) await flush()
      }
      await flush()
    }
  })
  return copied
}

/** When the oldest sample was taken, UNIX ms; undefined if there is none. */
async function oldestSample({ db }: Database): Promise<number | undefined> {
  const { at } = await db
    .selectFrom('samples')
    .select((eb) => eb.fn.min('taken_at').as('at'))
    .executeTakeFirstOrThrow()
  return at ?? undefined
}
