import { expect, test } from 'vitest'
import { readRows } from './pages.ts'

/** A list of so many rows, two a page. */
const listOf = (rows: number) => async (page: number) => ({
  rows: Array.from({ length: rows }, (_, i) => i).slice((page - 1) * 2, page * 2),
  total_entries: rows,
  total_pages: Math.ceil(rows / 2),
})

test('reads all pages in order and reports progress', async () => {
  const told: number[] = []
  const { rows, of } = await readRows({
    read: listOf(7),
    maxPages: Number.POSITIVE_INFINITY,
    onProgress: ({ done }) => told.push(done),
  })
  expect(rows).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(of).toBe(7)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(told.at(-1)).toBe(7)
})

test('reads up to the maximum of pages and returns the total number of rows', async () => {
  expect(await readRows({ read: listOf(7), maxPages: 2 })).toEqual({ rows: [0, 1, 2, 3], of: 7 })
})

test('reads one page if the service reports no totals', async () => {
  const read = async (page: number) => ({ rows: [page] })
  expect(await readRows({ read, maxPages: 5 })).toEqual({ rows: [1], of: undefined })
})
