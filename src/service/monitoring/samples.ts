import { gunzipSync, gzipSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import {
  type Browser,
  type Connectivity,
  type EndpointId,
  type Issue,
  listSamples,
  momentOf,
  readSample,
  type SampleQuery,
  type SampleRecord,
  type SampleDetail,
  type MetricName,
} from '../../contract/index.ts'
import type { Measurement } from '../checks/index.ts'
import type { SampleRow, Schema } from '../database/index.ts'
import { invalid, notFound } from '../errors.ts'
import { type AccountCall, bothScopes, type Handlers } from '../handler.ts'
import { pageCounts } from '../paging.ts'
import { unpackMetrics } from './metrics.ts'

type HandledEndpoints = Extract<EndpointId, `${string}.samples.list` | `${string}.samples.read`>

export const sampleHandlers: Handlers<HandledEndpoints> = {
  ...bothScopes(listSamples, ({ query }, call) => page(query, call)),
  ...bothScopes(readSample, ({ path, query }, call) => detail(path.sample_id, query.screenshots, call)),
}

/** The part of a query that selects samples, for lists and series alike. */
export type SampleFilter = Pick<SampleQuery, 'profile_and_locations' | 'from' | 'to' | 'location' | 'sample_type'>

/**
 * A statement that selects the samples of a query.
 * @throws {HttpError} 404 for a monitor or test that isn't the account's, 422 for a range that ends before it begins
 */
export async function selectSamples(selection: SampleFilter, { account, services }: AccountCall) {
  const { db } = services.database
  const selected = selection.profile_and_locations
  const from = selection.from === undefined ? undefined : momentOf(selection.from)
  const to = selection.to === undefined ? undefined : momentOf(selection.to)
  if (from !== undefined && to !== undefined && from > to) throw invalid({ from: 'must not be after to' })

  const ids = [...new Set(selected.map(({ profile_id }) => profile_id))]
  const mine = await db
    .selectFrom('monitors')
    .select('id')
    .where('account_id', '=', account.id)
    .where('id', 'in', ids)
    .execute()
  if (mine.length < ids.length) throw notFound('monitor or test')

  // without locations, all locations of the monitor or test
  const everywhere = selected.filter((p) => !p.locations?.length && !p.location).map(({ profile_id }) => profile_id)
  const somewhere = selected.filter((p) => !everywhere.includes(p.profile_id))
  let samples = db.selectFrom('samples').where('monitor_id', 'in', ids)
  if (somewhere.length > 0) {
    samples = samples.where((eb) =>
      eb.or([
        ...(everywhere.length > 0 ? [eb('monitor_id', 'in', everywhere)] : []),
        ...somewhere.map((p) =>
          eb.and([
            eb('monitor_id', '=', p.profile_id),
            eb('location', 'in', [...(p.locations ?? []), ...(p.location ? [p.location] : [])]),
          ]),
        ),
      ]),
    )
  }
  if (from !== undefined) samples = samples.where('taken_at', '>=', Math.ceil(from))
  if (to !== undefined) samples = samples.where('taken_at', '<=', Math.floor(to))
  if (selection.location?.length) samples = samples.where('data_center', 'in', selection.location)
  if (selection.sample_type !== -1) samples = samples.where('sample_type', '=', selection.sample_type)
  return samples
}

async function page(query: SampleQuery, call: AccountCall) {
  const samples = await selectSamples(query, call)
  const { n } = await samples.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const ids = samples
    .select('id')
    .orderBy('taken_at', 'desc')
    .orderBy('id')
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page)
  const rows = await call.services.database.db
    .selectFrom('samples')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('taken_at', 'desc')
    .orderBy('id')
    .execute()
  return { ...pageCounts(query, n), rows: rows.map((row) => sampleRecordOf(row, query.metrics)) }
}

export function sampleRecordOf(row: SampleRow, wanted?: readonly MetricName[]): SampleRecord {
  return {
    id: row.id,
    profile_id: row.monitor_id,
    location: row.location,
    data_center: row.data_center,
    connectivity: row.connectivity === null ? null : (JSON.parse(row.connectivity) as Connectivity),
    browser: row.browser === null ? null : (JSON.parse(row.browser) as Browser),
    view: row.view,
    taken_at: new Date(row.taken_at).toISOString(),
    sample_type: row.sample_type,
    issues: JSON.parse(row.issues) as Issue[],
    metrics: unpackMetrics(row.metrics, wanted),
  }
}

type Detail = Pick<Measurement, 'requests' | 'headers' | 'applied'>

export function packDetail({ requests, headers, applied }: Detail): Uint8Array {
  return gzipSync(JSON.stringify({ requests, headers, applied }))
}

async function detail(id: string, withScreenshots: boolean, { account, services }: AccountCall): Promise<SampleDetail> {
  const { db } = services.database
  const row = await db
    .selectFrom('samples')
    .innerJoin('monitors', 'monitors.id', 'samples.monitor_id')
    .leftJoin('sample_details', 'sample_details.sample_id', 'samples.id')
    .selectAll('samples')
    .select('sample_details.detail')
    .where('samples.id', '=', id)
    .where('monitors.account_id', '=', account.id)
    .executeTakeFirst()
  if (!row) throw notFound('sample')
  const { requests, headers, applied } =
    row.detail === null
      ? { requests: [], headers: [], applied: null }
      : (JSON.parse(gunzipSync(row.detail).toString()) as Detail)
  return {
    ...sampleRecordOf(row),
    requests: [...requests],
    headers: [...headers],
    applied: applied === null ? null : { ...applied },
    ...(withScreenshots ? { screenshots: await screenshotsOf(db, id) } : {}),
  }
}

async function screenshotsOf(db: Kysely<Schema>, sampleId: string) {
  const rows = await db
    .selectFrom('screenshots')
    .selectAll()
    .where('sample_id', '=', sampleId)
    .orderBy('position')
    .execute()
  return rows.map(({ at, content_type, data }) => ({ at, content_type, data: Buffer.from(data).toString('base64') }))
}
