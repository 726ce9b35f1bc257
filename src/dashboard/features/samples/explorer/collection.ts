import { useEffect, useRef, useState } from 'react'
import type { Sample } from '../../../../contract/index.ts'
import { pagesOf, type Page } from '../../../../client/pages.ts'
import { ColumnBuilder, noColumns, type Columns } from './columns.ts'

export interface Progress {
  readonly status: 'fetching' | 'done' | 'cancelled' | 'failed'
  readonly columns: Columns
  /** Samples in the range, as the service reports it. */
  readonly total: number
  /** How many pages to fetch, and how many have arrived. */
  readonly pagesToFetch: number
  readonly pagesDone: number
  readonly error: unknown
}

const notStarted: Progress = {
  status: 'fetching',
  columns: noColumns,
  total: 0,
  pagesToFetch: 1,
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
const reportIntervalMs = 250

/**
 * Fetches the pages of a range, or `maxPages` of them spread evenly over it. Reports progress every quarter of a second.
 * @returns a function that cancels; what has arrived stays
 */
export function collect({ metrics, fetchPage, maxPages, onProgress }: Options): () => void {
  const abort = new AbortController()
  const builder = new ColumnBuilder(metrics)
  let progress = notStarted
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = (change: Partial<Progress>, now = false) => {
    progress = { ...progress, ...change }
    if (!now && performance.now() - reportedAt < reportIntervalMs) return
    reportedAt = performance.now()
    progress = { ...progress, columns: builder.columns() }
    onProgress(progress)
  }
  const run = async () => {
    const choose = (totalPages: number) => spread(totalPages, maxPages)
    const pages = pagesOf((page) => fetchPage(page, abort.signal), { choose, concurrency: maxConcurrentReads })
    for await (const { rows, total_entries, total_pages } of pages) {
      abort.signal.throwIfAborted()
      builder.add(rows)
      if (progress.pagesDone > 0) report({ pagesDone: progress.pagesDone + 1 })
      else {
        const pagesToFetch = choose(total_pages ?? 1).length
        report({ total: total_entries ?? rows.length, pagesToFetch, pagesDone: 1 }, true)
      }
    }
    report({ status: 'done' }, true)
  }
  run().catch((error: unknown) => {
    if (abort.signal.aborted) return
    abort.abort()
    report({ status: 'failed', error }, true)
  })
  return () => {
    if (abort.signal.aborted || progress.status !== 'fetching') return
    abort.abort()
    report({ status: 'cancelled' }, true)
  }
}

/** Up to `max` page numbers, spread evenly from the first page to the last. */
export function spread(pages: number, max: number): readonly number[] {
  if (pages <= max) return Array.from({ length: Math.max(1, pages) }, (_, i) => i + 1)
  if (max <= 1) return [1]
  return Array.from({ length: max }, (_, i) => 1 + Math.round((i * (pages - 1)) / (max - 1)))
}

interface CollectionOptions extends Omit<Options, 'onProgress'> {
  /** A new key starts over. Undefined collects nothing yet. */
  readonly key: string | undefined
}

interface Collection extends Progress {
  readonly cancel: () => void
  readonly again: () => void
}

/** A range's samples as they arrive. The previous range's samples are shown until the first new ones arrive. */
export function useCollection(options: CollectionOptions): Collection {
  const [attempt, setAttempt] = useState(0)
  const run = options.key === undefined ? undefined : `${attempt} ${options.key}`
  const [state, setState] = useState<{ run: string | undefined; progress: Progress }>({ run, progress: notStarted })
  const latest = useRef(options)
  const cancel = useRef<() => void>(() => {})
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    if (run === undefined) return
    let current = true
    const { metrics, maxPages, fetchPage } = latest.current
    const onProgress = (progress: Progress) => current && setState({ run, progress })
    cancel.current = collect({ metrics, maxPages, fetchPage, onProgress })
    return () => {
      current = false
      cancel.current()
    }
  }, [run])
  const { columns, total } = state.progress
  const progress = state.run === run ? state.progress : { ...notStarted, columns, total }
  return { ...progress, cancel: () => cancel.current(), again: () => setAttempt((n) => n + 1) }
}
