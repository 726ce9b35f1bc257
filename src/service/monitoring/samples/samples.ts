import {
  type EndpointId,
  listSamples,
  momentOf,
  readSample,
  readSeries,
  readUsual,
  type SampleQuery,
} from '../../../contract/index.ts'
import { invalid, notFound } from '../../api/errors.ts'
import { type AccountCall, bothScopes, type Handlers } from '../../api/handler.ts'
import { JsonReply } from '../../api/json-reply.ts'
import type { Selection } from './selection.ts'

type HandledEndpoints = Extract<EndpointId, `${string}.samples.${string}`>

export const sampleHandlers: Handlers<HandledEndpoints> = {
  ...bothScopes(listSamples, async ({ query }, call) => {
    const { page, per_page, metrics } = query
    const input = { selection: await selectionOf(query, call), page, per_page, metrics }
    return new JsonReply(await call.services.readers.run('samplePage', input, readOptions(call)))
  }),

  ...bothScopes(readSample, async ({ path, query }, call) => {
    const { account, services } = call
    const { retentionDetails, retentionScreenshots } = services.settings
    const input = {
      id: path.sample_id,
      accountId: account.id,
      screenshots: query.screenshots,
      retention: { retentionDetails, retentionScreenshots, now: services.world.clock.now() },
    }
    const found = await services.readers.run('sampleDetail', input, readOptions(call))
    if (!found) throw notFound('sample')
    return new JsonReply(found)
  }),

  ...bothScopes(readUsual, async ({ path }, call) => {
    const { account, services } = call
    const input = { id: path.sample_id, accountId: account.id }
    const found = await services.readers.run('usualSpread', input, readOptions(call))
    if (!found) throw notFound('sample')
    return new JsonReply(found)
  }),

  ...bothScopes(readSeries, async ({ query }, call) => {
    const { buckets, metrics, split, like_sample_id: likeId } = query
    const like = likeId === undefined ? undefined : await conditionsOf(likeId, call)
    const selection = { ...(await selectionOf(query, call)), like }
    const to = selection.to ?? call.services.world.clock.now()
    if (selection.from !== undefined && selection.from > to) throw invalid({ from: 'must not be after to' })
    const input = { selection, to, buckets, metrics, split }
    return new JsonReply(await call.services.readers.run('sampleSeries', input, readOptions(call)))
  }),
}

function readOptions({ account, signal }: AccountCall) {
  return { owner: account.id, signal }
}

/** The part of a query that selects samples. */
type SampleFilter = Pick<SampleQuery, 'profile_and_locations' | 'from' | 'to' | 'location' | 'sample_type' | 'issue'>

/** @throws {HttpError} 404 for a monitor or test that isn't the account's, 422 for a range that ends before it begins */
async function selectionOf(filter: SampleFilter, { account, key, services }: AccountCall): Promise<Selection> {
  const from = filter.from === undefined ? undefined : momentOf(filter.from)
  const to = filter.to === undefined ? undefined : momentOf(filter.to)
  if (from !== undefined && to !== undefined && from > to) throw invalid({ from: 'must not be after to' })

  const profiles = filter.profile_and_locations.map(({ profile_id, locations = [], location }) => ({
    id: profile_id,
    locations: location ? [...locations, location] : locations,
  }))
  const ids = [...new Set(profiles.map(({ id }) => id))]
  const own = services.database.db.selectFrom('monitors').select('id').where('account_id', '=', account.id)
  const open = key?.sites ? own.where('site_id', 'in', key.sites) : own
  const mine = await open.where('id', 'in', ids).execute()
  if (mine.length < ids.length) throw notFound('monitor or test')
  return { profiles, from, to, dataCenters: filter.location ?? [], type: filter.sample_type, issue: filter.issue }
}

/** @throws {HttpError} 404 for a sample that isn't the account's */
async function conditionsOf(sampleId: string, { account, key, services }: AccountCall): Promise<Selection['like']> {
  const own = services.database.db
    .selectFrom('samples')
    .innerJoin('monitors', 'monitors.id', 'samples.monitor_id')
    .select(['connectivity', 'view'])
    .where('samples.id', '=', sampleId)
    .where('account_id', '=', account.id)
  const sample = await (key?.sites ? own.where('site_id', 'in', key.sites) : own).executeTakeFirst()
  if (!sample) throw notFound('sample')
  return sample
}
