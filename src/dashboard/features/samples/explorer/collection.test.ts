import { expect, test } from 'vitest'
import { collect, spread, type Progress } from './collection.ts'

const page = (n: number, pages: number) => ({
  rows: [{ id: String(n), taken_at: new Date(n).toISOString(), sample_type: 0, metrics: { load: n }, raw: {} }],
  total_entries: pages,
  total_pages: pages,
})

/** The final progress. */
function finalProgress(
  fetchPage: (n: number, signal: AbortSignal) => Promise<ReturnType<typeof page>>,
  maxPages = 100,
) {
  return new Promise<Progress>((resolve) => {
    collect({
      metrics: ['load'],
      fetchPage,
      maxPages,
      onProgress: (progress) => progress.status !== 'fetching' && resolve(progress),
    })
  })
}

test('fetches every page once', async () => {
  const requested: number[] = []
  const done = await finalProgress(async (n) => {
    requested.push(n)
    return page(n, 23)
  })
  expect(requested.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, i) => i + 1))
  expect(done).toMatchObject({ status: 'done', total: 23, pagesToFetch: 23, pagesDone: 23 })
  expect(done.columns.at).toHaveLength(23)
})

test('fetches some of many pages, spread from the newest to the oldest', async () => {
  expect(spread(1000, 5)).toEqual([1, 251, 501, 750, 1000])
  expect(spread(3, 5)).toEqual([1, 2, 3])
  expect(spread(0, 5)).toEqual([1])
  const done = await finalProgress(async (n) => page(n, 1000), 5)
  expect(done.columns.at.toSorted((a, b) => a - b)).toEqual([1, 251, 501, 750, 1000])
})

test('stops at a page that fails and keeps what has arrived', async () => {
  const failed = await finalProgress(async (n) => {
    if (n === 7) throw new Error('no')
    return page(n, 20)
  })
  expect(failed.status).toBe('failed')
  expect(failed.error).toEqual(new Error('no'))
  expect(failed.columns.at.length).toBeGreaterThanOrEqual(1)
})

test('cancelling aborts pending requests and keeps what has arrived', async () => {
  let signals: AbortSignal[] = []
  const reports: Progress[] = []
  const cancel = collect({
    metrics: ['load'],
    maxPages: 100,
    onProgress: (progress) => reports.push(progress),
    fetchPage: (n, signal) => {
      signals = [...signals, signal]
      return n === 1 ? Promise.resolve(page(1, 50)) : new Promise(() => {})
    },
  })
  await expect.poll(() => signals.length).toBe(5)
  cancel()
  expect(signals.every((signal) => signal.aborted)).toBe(true)
  expect(reports.at(-1)).toMatchObject({ status: 'cancelled', pagesDone: 1 })
  expect(reports.at(-1)?.columns.ids).toEqual(['1'])
})
