import { v7 as uuid } from 'uuid'
import type { MonitorBody } from '../../../contract/index.ts'
import type { Account, Monitor } from '../../database/index.ts'
import { invalid, HttpError } from '../../api/errors.ts'
import type { AccountCall } from '../../api/handler.ts'
import { countRun, requireQuota } from '../../quotas/index.ts'
import { sharedTime } from '../../time/shared-time.ts'
import { capabilitiesOf } from './capabilities.ts'
import { sealHeaders } from './header-secrets.ts'
import { recordMonitors } from './record-monitors.ts'
import { type MonitorSpec, specOf, testPlan } from './rules.ts'

/**
 * Stores a monitor or test from its creation body. A running one is due at once.
 * @throws {HttpError} 422 naming the fields; 409 naming a quota that is used up
 */
export async function createMonitor(kind: 'monitor' | 'test', body: MonitorBody, call: AccountCall): Promise<Monitor> {
  const { account, services } = call
  const outcome = specOf(body, kind, await capabilitiesOf(services))
  if ('fields' in outcome) throw invalid(outcome.fields)
  const { database, vault } = services
  const now = await sharedTime(services)
  const { spec, headers_sealed } = sealHeaders(outcome.spec, vault)
  const row = newMonitorRow(kind, body.name, body.type, spec, now, {
    account_id: account.id,
    secret_sealed: body.constants.password ? vault.seal(body.constants.password) : null,
    headers_sealed,
    suspended_message: body.suspended_message || null,
    running: body.status === 'RUNNING',
  })
  await database.db.transaction().execute(async (trx) => {
    const context = { kind: database.kind, now }
    await requireQuota('monitors', account, trx, context)
    if (kind === 'test' && row.status === 'RUNNING') {
      await requireQuota('runs', account, trx, context)
      await countRun(account, trx, now)
    }
    await trx.insertInto('monitors').values(row).execute()
    if (kind === 'monitor') await recordMonitors(trx, [{ kind: 'monitor.created', monitor: row }], call)
  })
  services.wake()
  return row
}

interface NewMonitor {
  readonly account_id: string | null
  readonly site_id?: string
  readonly secret_sealed?: string | null
  readonly headers_sealed?: string | null
  readonly suspended_message?: string | null
  readonly running: boolean
}

/** A new row. A running monitor or test is due at once. */
export function newMonitorRow(
  kind: 'monitor' | 'test',
  name: string,
  type: 'WEBPAGE' | 'HTTP',
  spec: MonitorSpec,
  now: number,
  more: NewMonitor,
): Monitor {
  const plan = kind === 'test' ? testPlan(spec, now) : { rounds: null, endsAt: null }
  return {
    id: uuid(),
    account_id: more.account_id,
    site_id: more.site_id ?? null,
    kind,
    name,
    name_lower: name.toLowerCase(),
    type,
    status: more.running ? 'RUNNING' : 'SUSPENDED',
    suspended_message: more.suspended_message ?? null,
    spec: JSON.stringify(spec),
    secret_sealed: more.secret_sealed ?? null,
    headers_sealed: more.headers_sealed ?? null,
    interval_ms: spec.timing.interval === null ? null : spec.timing.interval * 60_000,
    next_due_at: more.running ? now : null,
    rounds_left: plan.rounds,
    ends_at: plan.endsAt,
    created_at: now,
    updated_at: now,
    last_sample: null,
    last_sample_at: null,
    kept_bytes: 0,
    limits: null,
  }
}

/**
 * A `user_id` in a creation body must be the account's.
 * @throws {HttpError} 403 through the user API, 422 through the partner API
 */
export function checkOwner(userId: string | null | undefined, account: Account, api: 'partner' | 'user'): void {
  if (userId == null || userId === account.id) return
  if (api === 'user') throw new HttpError(403, 'This API key belongs to another user.')
  throw invalid({ user_id: "must be the account's id" })
}
