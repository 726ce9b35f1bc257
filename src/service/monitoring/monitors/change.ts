import type { Transaction } from 'kysely'
import { isSecretHeader, type MonitorBody, type MonitorChange } from '../../../contract/index.ts'
import { hostIn } from '../../world/dns.ts'
import type { Account, Database, Monitor, Schema } from '../../database/index.ts'
import { conflict, invalid, notFound } from '../../api/errors.ts'
import type { AccountCall } from '../../api/handler.ts'
import { countRun, requireQuota } from '../../quotas/index.ts'
import { stopWatching } from '../../incidents/index.ts'
import type { Vault } from '../../secrets/index.ts'
import type { Services } from '../../api/services.ts'
import { sharedTime } from '../../time/shared-time.ts'
import { capabilitiesOf } from './capabilities.ts'
import { changedParts } from './changed-parts.ts'
import { dropChecks } from './discard.ts'
import { openHeaders, sealHeaders } from './header-secrets.ts'
import { changeOfStatus, recordMonitors } from './record-monitors.ts'
import { type MonitorSpec, readSpec, specOf } from './rules.ts'

/**
 * Changes a monitor. Its samples stay; checks that are waiting or in progress are dropped if they would measure something
 * else, and a running monitor is then due at once.
 * @throws {HttpError} 404; 422 naming the fields
 */
export async function changeMonitor(id: string, change: MonitorChange, call: AccountCall): Promise<Monitor> {
  const { account, services } = call
  const { database, vault, wake } = services
  const offer = await capabilitiesOf(services)
  const changed = await database.db.transaction().execute(async (trx) => {
    const found = await lockOwn(trx, id, account, database.kind)
    const before = readSpec(found)
    const secrets = secretsOf(change, found, before, vault)
    const fields = { ...secrets.fields, ...(await fixedIn(trx, change, found)) }
    if (Object.keys(fields).length > 0) throw invalid(fields)

    const status = change.status ?? found.status
    const body: MonitorBody = {
      ...change,
      status,
      constants: { ...change.constants, http_headers: secrets.headers && [...secrets.headers] },
    }
    const outcome = specOf(body, 'monitor', withOwn(offer, before))
    if ('fields' in outcome) throw invalid(outcome.fields)
    const { spec, headers_sealed } = sealHeaders(outcome.spec, vault)
    const text = JSON.stringify(spec)
    const isSame = text === found.spec && secrets.areSame && status === found.status
    const now = await sharedTime(services, trx)
    const row = await trx
      .updateTable('monitors')
      .set({
        name: change.name,
        name_lower: change.name.toLowerCase(),
        status,
        spec: text,
        secret_sealed: secrets.password,
        headers_sealed,
        suspended_message: change.suspended_message || (status === found.status ? found.suspended_message : null),
        interval_ms: spec.timing.interval === null ? null : spec.timing.interval * 60_000,
        updated_at: now,
        ...(isSame ? {} : { next_due_at: status === 'RUNNING' ? now : null }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (!isSame) await dropChecks(trx, database.kind, [id])
    if (status !== 'RUNNING' || !seesTheSame(before, spec)) await stopWatching(trx, database.kind, [id], now)
    const parts = changedParts({ name: found.name, spec: before }, { name: row.name, spec }, secrets.areSame)
    await recordMonitors(
      trx,
      [
        ...(parts.length > 0 ? [{ kind: 'monitor.changed', monitor: row, changed: parts } as const] : []),
        ...(status === found.status ? [] : [{ kind: changeOfStatus[status], monitor: row }]),
      ],
      call,
    )
    return row
  })
  wake()
  return changed
}

/**
 * Makes a running monitor due at once. Counts as a test run.
 * @throws {HttpError} 404; 409 if it is paused or being measured, or naming the quota
 */
export async function runMonitor(id: string, account: Account, services: Services): Promise<Monitor> {
  const { database, wake } = services
  const now = await sharedTime(services)
  const due = await database.db.transaction().execute(async (trx) => {
    await requireQuota('runs', account, trx, { kind: database.kind, now })
    const { status, next_due_at } = await lockOwn(trx, id, account, database.kind)
    if (status !== 'RUNNING') throw conflict('This monitor is paused. Start it to measure it.')
    const check = await trx.selectFrom('checks').select('id').where('monitor_id', '=', id).limit(1).executeTakeFirst()
    if (check || next_due_at === null || next_due_at <= now) throw conflict('This monitor is already being measured.')
    await countRun(account, trx, now)
    return trx
      .updateTable('monitors')
      .set({ next_due_at: now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  wake()
  return due
}

/** A monitor of the account, which nobody else changes until the transaction ends. @throws {HttpError} 404 */
export async function lockOwn(
  trx: Transaction<Schema>,
  id: string,
  account: Account,
  kind: Database['kind'],
): Promise<Monitor> {
  const own = trx
    .selectFrom('monitors')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .where('kind', '=', 'monitor')
  const found = await (kind === 'postgres' ? own.forNoKeyUpdate() : own).executeTakeFirst()
  if (!found) throw notFound('monitor')
  return found
}

/** What can't be changed: the type, which its samples have, and the host of a site's key page. */
async function fixedIn(
  trx: Transaction<Schema>,
  change: MonitorChange,
  found: Monitor,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  if (change.type !== found.type) fields['type'] = "can't be changed: create another monitor"
  if (found.site_id !== null) {
    const site = await trx.selectFrom('sites').select('host').where('id', '=', found.site_id).executeTakeFirst()
    if (site && hostIn(new URL(change.constants.url)) !== site.host)
      fields['constants.url'] = `must be on ${site.host}: this monitor belongs to the site`
  }
  return fields
}

/** Whether a monitor still measures the same address from the same places, so that its incidents go on. */
function seesTheSame(before: MonitorSpec, after: MonitorSpec): boolean {
  const places = ({ variables }: MonitorSpec) => variables.locations.toSorted().join('\n')
  return before.constants.url === after.constants.url && places(before) === places(after)
}

interface Secrets {
  /** Of secrets that have to be sent again. */
  readonly fields: Record<string, string>
  /** Sealed. */
  readonly password: string | null
  /** All headers with their values. */
  readonly headers: readonly { readonly name: string; readonly value: string }[] | null
  readonly areSame: boolean
}

const elsewhere = 'has to be sent again, because the address is on another origin'

/**
 * The secrets after a change. Those that it leaves out stay, but only for the origin they were given for: otherwise whoever
 * can change a monitor could have them sent to a server of their own.
 */
function secretsOf(
  { constants }: MonitorChange,
  found: Pick<Monitor, 'secret_sealed' | 'headers_sealed'>,
  before: MonitorSpec,
  vault: Vault,
): Secrets {
  const fields: Record<string, string> = {}
  const isElsewhere = new URL(constants.url).origin !== new URL(before.constants.url).origin
  const known = openHeaders(before.constants, found.headers_sealed, vault).filter(({ name }) => isSecretHeader(name))
  let areSame = true
  const headers = constants.http_headers?.map(({ name, value }, i) => {
    if (value !== null) {
      areSame &&= !isSecretHeader(name)
      return { name, value }
    }
    const at = known.findIndex((header) => header.name.toLowerCase() === name.toLowerCase())
    const path = `constants.http_headers.${i}.value`
    if (at === -1) fields[path] = 'must be text: there is no secret value to keep'
    else if (isElsewhere) fields[path] = elsewhere
    return { name, value: (at === -1 ? undefined : known.splice(at, 1)[0]?.value) ?? '' }
  })
  const { auth, password } = constants
  if (password != null || !auth)
    return {
      fields,
      password: auth && password ? vault.seal(password) : null,
      headers: headers ?? null,
      areSame: areSame && !password && found.secret_sealed === null,
    }
  if (found.secret_sealed !== null) {
    if (isElsewhere) fields['constants.password'] = elsewhere
    else if (auth !== before.constants.auth)
      fields['constants.password'] = 'has to be sent again, because the user name has changed'
  }
  return { fields, password: found.secret_sealed, headers: headers ?? null, areSame }
}

/** What a monitor may measure with: what is on offer, and what it has already, though that may be gone for now. */
function withOwn(
  offer: Awaited<ReturnType<typeof capabilitiesOf>>,
  { variables }: MonitorSpec,
): Parameters<typeof specOf>[2] {
  const names = new Set(offer.locations.map(({ name }) => name))
  return {
    locations: [
      ...offer.locations,
      ...variables.locations.filter((name) => !names.has(name)).map((name) => ({ name })),
    ],
    browsers: [...offer.browsers, ...(variables.browsers ?? [])],
  }
}
