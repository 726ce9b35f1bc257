import { csvOf, metricNames, severities, type Sample, type CsvCell } from '../../../../contract/index.ts'
import { pagesOf, type Page } from '../../../../client/pages.ts'
import { connectivityWords } from '../../monitors/connectivity.ts'
import { otherFields } from './other-fields.ts'

export type ExportFormat = 'csv' | 'json'

interface Options {
  readonly format: ExportFormat
  /** Names of the sources, by ID. */
  readonly names: ReadonlyMap<string, string>
  readonly fetchPage: (page: number) => Promise<Page<Sample>>
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

/** Fetches every page and writes the file in chunks, one per page, so that the records aren’t all in memory at once. */
export async function exportSamples({ format, names, fetchPage, onProgress, signal }: Options) {
  const chunks: string[] = []
  let rows = 0
  for await (const reply of pagesOf(fetchPage)) {
    signal.throwIfAborted()
    chunks.push(format === 'csv' ? csvChunk(reply.rows, names, chunks.length === 0) : jsonChunk(reply.rows, rows === 0))
    rows += reply.rows.length
    onProgress(rows, reply.total_entries ?? rows)
  }
  const blob =
    format === 'csv'
      ? // spreadsheets recognize UTF-8 by its byte order mark
        new Blob(['\uFEFF', ...chunks], { type: 'text/csv;charset=utf-8' })
      : new Blob(['[', ...chunks, '\n]\n'], { type: 'application/json' })
  return { blob, rows }
}

const header = [
  'id',
  'taken_at',
  'severity',
  'monitor_or_test',
  'profile_id',
  'location',
  'data_center',
  'connectivity',
  'browser',
  'view',
  ...metricNames,
  'issues',
  'other_fields',
]

export function csvChunk(samples: readonly Sample[], names: ReadonlyMap<string, string>, first: boolean): string {
  const csv = csvOf(
    header,
    samples.map((sample) => cellsOf(sample, names)),
  )
  return first ? csv : csv.slice(csv.indexOf('\r\n') + 2)
}

function cellsOf(sample: Sample, names: ReadonlyMap<string, string>): CsvCell[] {
  const { profile_id: sourceId, sample_type: type, browser, issues } = sample
  const others = otherFields(sample)
  return [
    sample.id,
    sample.taken_at,
    type === undefined ? undefined : (severities[type] ?? type),
    sourceId === undefined ? undefined : names.get(sourceId),
    sourceId,
    sample.location,
    sample.data_center,
    connectivityWords(sample.connectivity).replaceAll('\u00a0', ' '),
    browser ? `${browser.name} ${browser.version}` : undefined,
    sample.view,
    ...metricNames.map((name) => sample.metrics?.[name]),
    issues?.map(({ code, message }) => `${code}: ${message}`).join(' | '),
    others === undefined ? undefined : JSON.stringify(others),
  ]
}

function jsonChunk(samples: readonly Sample[], first: boolean): string {
  const records = samples.map(({ raw }) => JSON.stringify(raw)).join(',\n')
  return records && `${first ? '\n' : ',\n'}${records}`
}
