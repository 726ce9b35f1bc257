import { limitConcurrency } from './limit-concurrency.ts'

export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Undefined where the service does not tell. */
  readonly total_entries?: number | undefined
  readonly total_pages?: number | undefined
}

export interface Progress {
  readonly done: number
  readonly of: number
}
export type OnProgress = (progress: Progress) => void

const atOnce = 4

interface Options<Row> {
  /** 1 is the first. */
  readonly read: (page: number) => Promise<Page<Row>>
  readonly maxPages: number
  readonly onProgress?: OnProgress | undefined
}

/** The first pages of a list, or all, in its order; `of` is how many rows there are in all, where the service tells. */
export async function readPages<Row>({ read, maxPages, onProgress }: Options<Row>) {
  const first = await read(1)
  let done = first.rows.length
  const of = first.total_entries
  onProgress?.({ done, of: of ?? done })
  const run = limitConcurrency(atOnce)
  const more = Math.max(0, Math.min(first.total_pages ?? 1, maxPages) - 1)
  const others = await Promise.all(
    Array.from({ length: more }, (_, i) =>
      run(async () => {
        const page = await read(i + 2)
        done += page.rows.length
        onProgress?.({ done, of: of ?? done })
        return page
      }),
    ),
  )
  return { rows: [first, ...others].flatMap(({ rows }) => rows), of }
}
