/** What a list tells of its pages beside its rows. */
interface Totals {
  /** Undefined if the service does not tell. */
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
  /** Which of the list's pages to read, in order; all of them by default. */
  readonly choose?: (totalPages: number) => readonly number[]
  /** How many are read at the same time. */
  readonly concurrency?: number
}

/** Reads a list page by page, in order. The first page tells how many there are; the others may be read ahead. */
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
      // a failure is thrown when its turn comes
      reading.catch(() => undefined)
      ahead.push(reading)
      last = next
    }
  }
}

/** Chooses at most so many pages, from the first. */
export function firstPages(max = Number.POSITIVE_INFINITY): (totalPages: number) => readonly number[] {
  return (totalPages) => Array.from({ length: Math.min(totalPages, max) }, (_, i) => i + 1)
}

interface RowsOptions<Row> {
  readonly read: (page: number) => Promise<Page<Row>>
  readonly maxPages: number
  readonly onProgress?: OnProgress | undefined
}

/** The rows of a list's first pages, or of all; `of` is how many rows there are in all, where the service tells. */
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
