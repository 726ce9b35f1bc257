import { type EventRecord, listEvents, momentOf, type ParsedInput } from '../../contract/index.ts'
import { type AccountCall, bothScopes, type Handlers } from '../api/handler.ts'
import { pageCounts } from '../api/paging.ts'

export const eventHandlers: Handlers<'partner.events.list' | 'user.events.list'> = {
  ...bothScopes(listEvents, ({ query }, call) => page(query, call)),
}

async function page(query: ParsedInput<typeof listEvents.user>['query'], { account, services }: AccountCall) {
  const { site_id, monitor_id, kind, actor } = query
  const [from, to] = [query.from, query.to].map((moment) => (moment === undefined ? undefined : momentOf(moment)))
  let matching = services.database.db.selectFrom('events').where('account_id', '=', account.id)
  if (site_id !== undefined) matching = matching.where('site_id', '=', site_id)
  if (monitor_id !== undefined) matching = matching.where('monitor_id', '=', monitor_id)
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
  const partner = await services.database.db
    .selectFrom('partners')
    .select('name')
    .where('id', '=', account.partner_id)
    .executeTakeFirst()
  const nameOf = (by: string) => (by === 'partner' || by === 'partner_as_holder' ? partner?.name : null) ?? null
  return {
    ...pageCounts(query, n),
    rows: rows.map(({ account_id: _, at, detail, ...row }): EventRecord => ({
      ...row,
      at: new Date(at).toISOString(),
      actor_name: nameOf(row.actor),
      detail: JSON.parse(detail) as EventRecord['detail'],
    })),
  }
}
