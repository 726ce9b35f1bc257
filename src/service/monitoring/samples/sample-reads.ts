import type { Kysely } from 'kysely'
import type {
  Browser,
  Connectivity,
  Issue,
  listSamples,
  MetricName,
  ReplyOf,
  SampleDetail,
  SampleRecord,
} from '../../../contract/index.ts'
import type { ReadableDatabase, SampleRow, Schema } from '../../database/index.ts'
import { jsonBytes } from '../../api/json-reply.ts'
import { pageCounts } from '../../api/paging.ts'
import { type DetailDays, whyDeleted } from '../monitors/deletion.ts'
import { unpackDetail } from './detail.ts'
import { unpackMetrics } from './metrics.ts'
import { type Selection, selectSamples } from './selection.ts'

interface PageInput {
  readonly selection: Selection
  readonly page: number
  readonly per_page: number
  /** All if left out. */
  readonly metrics: readonly MetricName[] | undefined
}

/** A page of samples, newest first, as JSON. */
export async function samplePage({ db }: ReadableDatabase, { selection, metrics, ...paging }: PageInput) {
  const samples = selectSamples(db, selection)
  const { n } = await samples.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const ids = samples
    .select('id')
    .orderBy('taken_at', 'desc')
    .orderBy('id')
    .limit(paging.per_page)
    .offset((paging.page - 1) * paging.per_page)
  const rows = await db
    .selectFrom('samples')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('taken_at', 'desc')
    .orderBy('id')
    .execute()
  const reply: ReplyOf<typeof listSamples.user> = {
    ...pageCounts(paging, n),
    rows: rows.map((row) => sampleRecordOf(row, metrics)),
  }
  return jsonBytes(reply)
}

interface DetailInput {
  readonly id: string
  readonly accountId: string
  readonly screenshots: boolean
  /** The settings and the time by which it says why something was deleted. */
  readonly retention: DetailDays & { readonly now: number }
}

/** A whole sample as JSON, null if it isn't the account's. */
export async function sampleDetail({ db }: ReadableDatabase, input: DetailInput) {
  const { id, accountId, screenshots, retention } = input
  const row = await db
    .selectFrom('samples')
    .innerJoin('monitors', 'monitors.id', 'samples.monitor_id')
    .leftJoin('sample_details', 'sample_details.sample_id', 'samples.id')
    .leftJoin('kept_details', 'kept_details.sample_id', 'samples.id')
    .selectAll('samples')
    .select(['sample_details.detail', 'kept_details.screenshot_bytes as kept_screenshots'])
    .where('samples.id', '=', id)
    .where('monitors.account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return null
  const why = (what: 'details' | 'screenshots') => whyDeleted(what, row.taken_at, retention, retention.now)
  const { requests, headers, applied, device } =
    row.detail === null ? { requests: [], headers: [], applied: null } : await unpackDetail(row.detail)
  const reply: SampleDetail = {
    ...sampleRecordOf(row),
    requests: [...requests],
    headers: [...headers],
    applied: applied === null ? null : { ...applied },
    device: device ?? null,
    deleted: {
      details: row.detail_bytes && row.detail === null ? why('details') : null,
      screenshots: row.screenshot_bytes && !row.kept_screenshots ? why('screenshots') : null,
    },
    ...(screenshots ? { screenshots: await screenshotsOf(db, id) } : {}),
  }
  return jsonBytes(reply)
}

function sampleRecordOf(row: SampleRow, wanted?: readonly MetricName[]): SampleRecord {
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
    runner_delay: row.runner_delay,
    judged: row.judged === 1,
    late_ms: row.late_ms,
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
