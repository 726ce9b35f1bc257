import { type ExpressionBuilder, expressionBuilder } from 'kysely'
import {
  type EventRecord,
  type listEvents,
  maxEventPeople,
  momentOf,
  type ParsedInput,
  type partnerEvents,
} from '../../contract/index.ts'
import type { AccountCall } from '../api/handler.ts'
import { notFound } from '../api/errors.ts'
import { pageCounts } from '../api/paging.ts'
import type { Services } from '../api/services.ts'
import type { Event, Partner, Schema } from '../database/index.ts'
import { personOf } from './record.ts'

/** A page of the account's events, newest first. Those of a site or a monitor include the releases of all sites. */
export async function page(query: ParsedInput<typeof listEvents.user>['query'], call: AccountCall) {
  const { site_id, monitor_id } = query
  let matching = eventsOf(call).where(selectedBy(query))
  const forAll = (eb: ExpressionBuilder<Schema, 'events'>) =>
    eb.and([eb('site_id', 'is', null), eb('kind', '=', 'release.created')])
  if (site_id !== undefined) matching = matching.where((eb) => eb.or([eb('site_id', '=', site_id), forAll(eb)]))
  if (monitor_id !== undefined)
    matching = matching.where((eb) => eb.or([eb('monitor_id', '=', monitor_id), forAll(eb)]))
  const { n } = await matching.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page)
    .execute()
  return { ...pageCounts(query, n), rows: await recordsOf(rows, call) }
}

/** A page of what changed at a partner itself, newest first. */
export async function partnerPage(
  query: ParsedInput<typeof partnerEvents.list>['query'],
  { id, name }: Partner,
  { database: { db } }: Services,
) {
  const matching = db.selectFrom('partner_events').where('partner_id', '=', id).where(selectedBy(query))
  const { n } = await matching.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page)
    .execute()
  return { ...pageCounts(query, n), rows: rows.map(({ partner_id: _, ...row }) => recordOf(row, name)) }
}

/** Everybody whom a log names, who was last first. */
export async function peopleOf(
  { column, id }: { readonly column: 'account_id' | 'partner_id'; readonly id: string },
  { database: { db } }: Services,
) {
  const table = column === 'account_id' ? 'events' : 'partner_events'
  const rows = await db
    .selectFrom(table as 'events')
    .select(['person_id', 'person_name'])
    .where(column as 'account_id', '=', id)
    .where('person_id', 'is not', null)
    .where('person_name', 'is not', null)
    .groupBy(['person_id', 'person_name'])
    .orderBy((eb) => eb.fn.max('at'), 'desc')
    .limit(maxEventPeople)
    .execute()
  // whoever was renamed is there once for each name
  const latest = rows.filter(({ person_id: one }, i) => rows.findIndex(({ person_id }) => person_id === one) === i)
  return { people: latest.flatMap(({ person_id, person_name }) => personOf(person_id, person_name) ?? []) }
}

interface Selection {
  readonly kind?: readonly string[] | undefined
  readonly actor?: readonly string[] | undefined
  readonly person_id?: string | undefined
  readonly from?: string | number | undefined
  readonly to?: string | number | undefined
}

/** Which events of a log a query selects. */
function selectedBy({ kind, actor, person_id, from, to }: Selection) {
  const eb = expressionBuilder<Schema, 'events'>()
  const [first, last] = [from, to].map((moment) => (moment === undefined ? undefined : momentOf(moment)))
  return eb.and([
    ...(kind && kind.length > 0 ? [eb('kind', 'in', kind)] : []),
    ...(actor && actor.length > 0 ? [eb('actor', 'in', actor)] : []),
    ...(person_id === undefined ? [] : [eb('person_id', '=', person_id), eb('person_name', 'is not', null)]),
    ...(first === undefined ? [] : [eb('at', '>=', Math.ceil(first))]),
    ...(last === undefined ? [] : [eb('at', '<=', Math.floor(last))]),
  ])
}

/** An event of the account. @throws {HttpError} 404 */
export async function eventOf(id: string, call: AccountCall): Promise<EventRecord> {
  const rows = await eventsOf(call).selectAll().where('id', '=', id).execute()
  const [event] = await recordsOf(rows, call)
  if (!event) throw notFound('event')
  return event
}

function eventsOf({ account, key, services }: AccountCall) {
  const all = services.database.db.selectFrom('events').where('account_id', '=', account.id)
  return key?.sites ? all.where('site_id', 'in', key.sites) : all
}

async function recordsOf(rows: readonly Event[], { account, services }: AccountCall): Promise<EventRecord[]> {
  const partner = await services.database.db
    .selectFrom('partners')
    .select('name')
    .where('id', '=', account.partner_id)
    .executeTakeFirst()
  return rows.map(({ account_id: _, ...row }) => recordOf(row, partner?.name ?? null))
}

type Row = Pick<Event, 'at' | 'actor' | 'detail' | 'person_id' | 'person_name' | 'key_id' | 'key_name'>

/** @param partner the name of the partner, which may have made the change */
function recordOf<R extends Row>(
  { at, detail, person_id, person_name, key_id, key_name, ...row }: R,
  partner: string | null,
) {
  return {
    ...row,
    person: personOf(person_id, person_name),
    key: key_id === null ? null : { id: key_id, name: key_name ?? '' },
    at: new Date(at).toISOString(),
    actor_name: row.actor === 'partner' || row.actor === 'partner_as_holder' ? partner : null,
    detail: JSON.parse(detail) as EventRecord['detail'],
  }
}
