import {
  createMonitor as createMonitorEndpoint,
  createTest,
  deleteMonitors,
  deleteTests,
  type EndpointId,
  listMonitors,
  listTests,
  type ParsedInput,
  readAvailability,
  readCapabilities,
  readMonitor,
  readTest,
  runMonitor as runMonitorEndpoint,
  setLimits as setLimitsEndpoint,
  startMonitor,
  stopMonitor,
  updateMonitor,
} from '../../../contract/index.ts'
import type { Account, Database, Monitor } from '../../database/index.ts'
import { notFound, HttpError } from '../../api/errors.ts'
import { stopWatching } from '../../incidents/index.ts'
import { type AccountCall, bothScopes, type Handlers } from '../../api/handler.ts'
import { pageCounts } from '../../api/paging.ts'
import type { Services } from '../../api/services.ts'
import { sharedTime } from '../../time/shared-time.ts'
import { availabilityOf } from './availability.ts'
import { discardMonitors } from './discard.ts'
import { capabilitiesOf } from './capabilities.ts'
import { changeMonitor, lockOwn, runMonitor } from './change.ts'
import { checkOwner, createMonitor } from './create.ts'
import { setLimits } from './set-limits.ts'
import { changeOfStatus, recordMonitors } from './record-monitors.ts'
import { monitorRecordOf } from './record.ts'
import { sql } from 'kysely'

type Kind = 'monitor' | 'test'
type HandledEndpoints = Extract<
  EndpointId,
  `${string}.monitors.${string}` | `${string}.tests.${string}` | `${string}.capabilities`
>

export const monitorHandlers: Handlers<HandledEndpoints> = {
  ...bothScopes(listMonitors, ({ query }, call) => page('monitor', query, call)),
  ...bothScopes(readMonitor, async ({ path }, { account, services }) =>
    monitorRecordOf(await monitorOf('monitor', path.monitor_id, account, services)),
  ),
  ...bothScopes(createMonitorEndpoint, ({ body }, call) => create('monitor', body, call)),
  ...bothScopes(updateMonitor, async ({ path, body }, call) => {
    checkOwner(body.user_id, call.account, apiOf(call))
    return monitorRecordOf(await changeMonitor(path.monitor_id, body, call))
  }),
  ...bothScopes(runMonitorEndpoint, async ({ path }, { account, services }) =>
    monitorRecordOf(await runMonitor(path.monitor_id, account, services)),
  ),
  ...bothScopes(readAvailability, async ({ path, query }, { account, services }) => {
    const monitor = await monitorOf('monitor', path.monitor_id, account, services)
    return availabilityOf(monitor, query, services.database, services.world.clock.now())
  }),
  ...bothScopes(setLimitsEndpoint, async ({ path, body }, call) =>
    monitorRecordOf(await setLimits(path.monitor_id, body.limits, call)),
  ),
  ...bothScopes(deleteMonitors, ({ body }, call) => remove('monitor', body.ids, call)),
  ...bothScopes(startMonitor, ({ path }, call) => setStatus('RUNNING', path.monitor_id, call)),
  ...bothScopes(stopMonitor, ({ path }, call) => setStatus('SUSPENDED', path.monitor_id, call)),
  ...bothScopes(listTests, ({ query }, call) => page('test', query, call)),
  ...bothScopes(readTest, async ({ path }, { account, services }) =>
    monitorRecordOf(await monitorOf('test', path.test_id, account, services)),
  ),
  ...bothScopes(createTest, ({ body }, call) => create('test', body, call)),
  ...bothScopes(deleteTests, ({ body }, call) => remove('test', body.ids, call)),
  ...bothScopes(readCapabilities, (_, { services }) => capabilitiesOf(services)),
}

async function page(
  kind: Kind,
  query: ParsedInput<typeof listMonitors.user>['query'],
  { account, key, services }: AccountCall,
) {
  const { db, kind: databaseKind } = services.database
  const term = query.search_term?.toLowerCase() ?? ''
  let matching = db.selectFrom('monitors').where('account_id', '=', account.id).where('kind', '=', kind)
  if (key?.sites) matching = matching.where('site_id', 'in', key.sites)
  if (term) {
    matching = matching.where(
      databaseKind === 'sqlite'
        ? sql<boolean>`instr(name_lower, ${term}) > 0`
        : sql<boolean>`position(${term} in name_lower) > 0`,
    )
  }
  if (query.status !== undefined) matching = matching.where('status', '=', query.status)
  if (query.severity !== undefined) matching = matching.where(severityIn(databaseKind), '=', query.severity)
  const { n } = await matching.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('name_lower')
    .orderBy('id')
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page)
    .execute()
  return { ...pageCounts(query, n), rows: rows.map(monitorRecordOf) }
}

/** The severity of a monitor's latest round, or of its last sample if that is from before rounds were recorded. */
function severityIn(kind: Database['kind']) {
  return kind === 'sqlite'
    ? sql<number>`coalesce(json_extract(last_sample, '$.round.sample_type'), json_extract(last_sample, '$.sample_type'))`
    : sql<number>`cast(coalesce(cast(last_sample as json) #>> '{round,sample_type}', cast(last_sample as json) ->> 'sample_type') as integer)`
}

async function monitorOf(kind: Kind, id: string, account: Account, { database }: Services): Promise<Monitor> {
  const row = await database.db
    .selectFrom('monitors')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!row) throw notFound(kind)
  return row
}

const apiOf = ({ partner }: AccountCall) => (partner ? 'partner' : 'user')

async function create(kind: Kind, body: ParsedInput<typeof createTest.user>['body'], call: AccountCall) {
  checkOwner(body.user_id, call.account, apiOf(call))
  return monitorRecordOf(await createMonitor(kind, body, call))
}

async function remove(kind: Kind, requestedIds: readonly string[], call: AccountCall) {
  const { account, services } = call
  const ids = [...new Set(requestedIds)]
  return services.database.db.transaction().execute(async (trx) => {
    const mine = trx.selectFrom('monitors').selectAll().where('account_id', '=', account.id).where('kind', '=', kind)
    const rows = await mine.where('id', 'in', ids).orderBy('name_lower').orderBy('id').execute()
    const missing = ids.filter((id) => !rows.some((row) => row.id === id))
    if (missing.length > 0)
      throw new HttpError(
        404,
        `Nothing was deleted, because ${missing.length === 1 ? `this ${kind} doesn't exist` : `these ${kind}s don't exist`}: ${missing.join(', ')}.`,
      )
    await discardMonitors(trx, services.database.kind, { ids }, services.world.clock.now())
    if (kind === 'monitor')
      await recordMonitors(
        trx,
        rows.map((monitor) => ({ kind: 'monitor.deleted', monitor })),
        call,
      )
    return rows.map(monitorRecordOf)
  })
}

/** Starting a running monitor or stopping a stopped one changes nothing. */
async function setStatus(status: 'RUNNING' | 'SUSPENDED', id: string, call: AccountCall) {
  const { account } = call
  const { database, wake } = call.services
  const now = await sharedTime(call.services)
  const row = await database.db.transaction().execute(async (trx) => {
    const found = await lockOwn(trx, id, account, database.kind)
    if (found.status === status) return found
    const changed = await trx
      .updateTable('monitors')
      .set({ status, updated_at: now, next_due_at: status === 'RUNNING' ? now : null, suspended_message: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    // checks in progress finish and are stored; waiting ones are dropped
    if (status === 'SUSPENDED') {
      await trx.deleteFrom('checks').where('monitor_id', '=', id).where('lease_by', 'is', null).execute()
      await stopWatching(trx, database.kind, [id], now)
    }
    await recordMonitors(trx, [{ kind: changeOfStatus[status], monitor: changed }], call)
    return changed
  })
  wake()
  return [monitorRecordOf(row)]
}
