/** A list reply's page count. */
interface Totals {
  /** Undefined if the service doesn't report it. */
  readonly total_pages?: number | undefined
}

export interface Page<Row> extends Totals {
  readonly rows: readonly Row[]
  readonly total_entries?: number | undefined
}

export interface Progress {
  readonly done: number
  readonly of: number
}
export type OnProgress = (progress: Progress) => void

interface Options {
  /** The first page to read. */
  readonly from?: number
  /** Chooses the pages to read, in order. Default: all. */
  readonly choose?: (totalPages: number) => readonly number[]
  /** The number of parallel requests. */
  readonly concurrency?: number
}

/** Reads a list's pages in order. The first page gives their number; later ones may be requested ahead of time. */
export async function* pagesOf<P extends Totals>(
  read: (page: number) => Promise<P>,
  { from = 1, choose = firstPages(), concurrency = 1 }: Options = {},
): AsyncGenerator<P, void, undefined> {
  let last = from
  let ahead = [read(from)]
  for (let [current] = ahead; current; [current] = ahead) {
    const page = await current
    yield page
    ahead = ahead.slice(1)
    for (const next of choose(page.total_pages ?? 1).filter((number) => number > last)) {
      if (ahead.length >= concurrency) break
      const reading = read(next)
      // thrown when this page's turn comes
      reading.catch(() => undefined)
      ahead.push(reading)
      last = next
    }
  }
}

/** Chooses the first `max` pages. */
export function firstPages(max = Number.POSITIVE_INFINITY): (totalPages: number) => readonly number[] {
  return (totalPages) => Array.from({ length: Math.min(totalPages, max) }, (_, i) => i + 1)
}

interface RowsOptions<Row> {
  readonly read: (page: number) => Promise<Page<Row>>
  readonly maxPages: number
  readonly onProgress?: OnProgress | undefined
}

/** Reads the rows of a list's first pages. `of` is the total number of rows, if the service reports it. */
export async function readRows<Row>({ read, maxPages, onProgress }: RowsOptions<Row>) {
  const rows: Row[] = []
  let of: number | undefined
  for await (const page of pagesOf(read, { choose: firstPages(maxPages), concurrency: 4 })) {
    rows.push(...page.rows)
    of ??= page.total_entries
    onProgress?.({ done: rows.length, of: of ?? rows.length })
  }
  return { rows, of }
}
