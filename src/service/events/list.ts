import type { ExpressionBuilder } from 'kysely'
import { type EventRecord, type listEvents, momentOf, type ParsedInput } from '../../contract/index.ts'
import type { AccountCall } from '../api/handler.ts'
import { notFound } from '../api/errors.ts'
import { pageCounts } from '../api/paging.ts'
import type { Event, Schema } from '../database/index.ts'

/** A page of the account's events, newest first. Those of a site or a monitor include the releases of all sites. */
export async function page(query: ParsedInput<typeof listEvents.user>['query'], call: AccountCall) {
  const { site_id, monitor_id, kind, actor } = query
  const [from, to] = [query.from, query.to].map((moment) => (moment === undefined ? undefined : momentOf(moment)))
  let matching = eventsOf(call)
  const forAll = (eb: ExpressionBuilder<Schema, 'events'>) =>
    eb.and([eb('site_id', 'is', null), eb('kind', '=', 'release.created')])
  if (site_id !== undefined) matching = matching.where((eb) => eb.or([eb('site_id', '=', site_id), forAll(eb)]))
  if (monitor_id !== undefined)
    matching = matching.where((eb) => eb.or([eb('monitor_id', '=', monitor_id), forAll(eb)]))
  if (kind && kind.length > 0) matching = matching.where('kind', 'in', kind)
  if (actor && actor.length > 0) matching = matching.where('actor', 'in', actor)
  if (from !== undefined) matching = matching.where('at', '>=', Math.ceil(from))
  if (to !== undefined) matching = matching.where('at', '<=', Math.floor(to))
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

/** An event of the account. @throws {HttpError} 404 */
export async function eventOf(id: string, call: AccountCall): Promise<EventRecord> {
  const rows = await eventsOf(call).selectAll().where('id', '=', id).execute()
  const [event] = await recordsOf(rows, call)
  if (!event) throw notFound('event')
  return event
}

function eventsOf({ account, services }: AccountCall) {
  return services.database.db.selectFrom('events').where('account_id', '=', account.id)
}

async function recordsOf(rows: readonly Event[], { account, services }: AccountCall): Promise<EventRecord[]> {
  const partner = await services.database.db
    .selectFrom('partners')
    .select('name')
    .where('id', '=', account.partner_id)
    .executeTakeFirst()
  const nameOf = (by: string) => (by === 'partner' || by === 'partner_as_holder' ? partner?.name : null) ?? null
  return rows.map(({ account_id: _, at, detail, person_id, person_name, ...row }) => ({
    ...row,
    person: person_id === null ? null : { id: person_id, name: person_name ?? '' },
    at: new Date(at).toISOString(),
    actor_name: nameOf(row.actor),
    detail: JSON.parse(detail) as EventRecord['detail'],
  }))
}
