import type { Kysely } from 'kysely'
import type { Plan } from '../src/contract/index.ts'
import type { Schema } from '../src/service/database/index.ts'

const rowsAtOnce = 500

/** Inserts rows in batches. */
export async function inBatches<T>(rows: readonly T[], insert: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < rows.length; i += rowsAtOnce) await insert(rows.slice(i, i + rowsAtOnce))
}

/** Adds accounts with these ids. */
export function addAccounts(db: Kysely<Schema>, partnerId: string, ids: readonly string[], plan: Plan): Promise<void> {
  const none = { first_name: null, last_name: null, company: null, phone: null, last_sign_in_at: null }
  return inBatches(ids, (batch) =>
    db
      .insertInto('accounts')
      .values(
        batch.map((id) => ({
          ...none,
          id,
          partner_id: partnerId,
          name: id,
          name_lower: id,
          email: id,
          email_lower: id,
          plan,
          key_hash: id,
          key_sealed: '',
          created_at: Date.now(),
        })),
      )
      .execute(),
  )
}

interface BenchMonitor {
  readonly id: string
  /** The account. */
  readonly owner: string
  readonly url: string
  readonly location: string
  readonly intervalMs: number
  /** UNIX ms. */
  readonly nextDueAt: number
}

/** Adds HTTP monitors that run. */
export function addMonitors(db: Kysely<Schema>, monitors: readonly BenchMonitor[]): Promise<void> {
  const now = Date.now()
  return inBatches(monitors, (batch) =>
    db
      .insertInto('monitors')
      .values(
        batch.map(({ id, owner, url, location, intervalMs, nextDueAt }) => ({
          id,
          account_id: owner,
          site_id: null,
          kind: 'monitor' as const,
          name: id,
          name_lower: id,
          type: 'HTTP' as const,
          status: 'RUNNING' as const,
          suspended_message: null,
          spec: specOf(url, location),
          secret_sealed: null,
          headers_sealed: null,
          interval_ms: intervalMs,
          next_due_at: nextDueAt,
          rounds_left: null,
          ends_at: null,
          created_at: now,
          // not when the first round is due, which would spread the next one
          updated_at: now,
          last_sample: null,
          last_sample_at: null,
        })),
      )
      .execute(),
  )
}

function specOf(url: string, location: string): string {
  return JSON.stringify({
    template_type: 'multi-location',
    constants: { url, protocol: 'HTTP', http_headers: null, auth: null, http_method: 'GET', http_body: null },
    variables: { locations: [location], connectivities: [] },
    timing: { interval: 6, policy: 'PARALLEL', duration: null, run_times: null },
  })
}
