import type { Sample } from '../../../../contract/index.ts'
import { pagesOf, type Page } from '../../../api/pages.ts'
import { ColumnBuilder, noColumns, type Columns } from './columns.ts'

export interface Progress {
  readonly status: 'fetching' | 'done' | 'cancelled' | 'failed'
  readonly columns: Columns
  /** Samples in the range, as far as the service told. */
  readonly total: number
  /** What is to be fetched in all, and what of it came. */
  readonly pagesWanted: number
  readonly pagesDone: number
  readonly error: unknown
}

export const notBegun: Progress = {
  status: 'fetching',
  columns: noColumns,
  total: 0,
  pagesWanted: 1,
  pagesDone: 0,
  error: null,
}

interface Options {
  readonly metrics: readonly string[]
  /** 1 is the first. Aborts with `signal`. */
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<Page<Sample>>
  readonly maxPages: number
  readonly onProgress: (progress: Progress) => void
}

const maxConcurrentReads = 4
const tellEveryMs = 250

/**
 * Fetches the pages of a range, or as many of them as are wanted, spread evenly over it. Tells what came every quarter
 * of a second.
 * @returns how to cancel; what came so far stays
 */
export function collect({ metrics, fetchPage, maxPages, onProgress }: Options): () => void {
  const abort = new AbortController()
  const builder = new ColumnBuilder(metrics)
  let progress = notBegun
  let told = Number.NEGATIVE_INFINITY
  const tell = (change: Partial<Progress>, now = false) => {
    progress = { ...progress, ...change }
    if (!now && performance.now() - told < tellEveryMs) return
    told = performance.now()
    progress = { ...progress, columns: builder.columns() }
    onProgress(progress)
  }
  const run = async () => {
    const choose = (totalPages: number) => spread(totalPages, maxPages)
    const pages = pagesOf((page) => fetchPage(page, abort.signal), { choose, concurrency: maxConcurrentReads })
    for await (const { rows, total_entries, total_pages } of pages) {
      abort.signal.throwIfAborted()
      builder.add(rows)
      if (progress.pagesDone > 0) tell({ pagesDone: progress.pagesDone + 1 })
      else {
        const pagesWanted = choose(total_pages ?? 1).length
        tell({ total: total_entries ?? rows.length, pagesWanted, pagesDone: 1 }, true)
      }
    }
    tell({ status: 'done' }, true)
  }
  run().catch((error: unknown) => {
    if (abort.signal.aborted) return
    abort.abort()
    tell({ status: 'failed', error }, true)
  })
  return () => {
    if (abort.signal.aborted || progress.status !== 'fetching') return
    abort.abort()
    tell({ status: 'cancelled' }, true)
  }
}

/** Page numbers from the first to the last, at most so many. */
export function spread(pages: number, most: number): readonly number[] {
  if (pages <= most) return Array.from({ length: Math.max(1, pages) }, (_, i) => i + 1)
  if (most <= 1) return [1]
  return Array.from({ length: most }, (_, i) => 1 + Math.round((i * (pages - 1)) / (most - 1)))
}
