import { expect, test } from 'vitest'
import type { Sample } from '../../../../contract/index.ts'
import { ColumnBuilder, withMore } from './columns.ts'

function columnsOf(...samples: readonly (readonly [id: string, sample_type: number, load: number])[]) {
  const builder = new ColumnBuilder(['load'])
  builder.add(
    samples.map(([id, sample_type, load]): Sample => ({
      id,
      taken_at: '2026-11-21T08:00:00.000Z',
      sample_type,
      location: `of ${id}`,
      metrics: { load },
      raw: {},
    })),
  )
  return builder.columns()
}

test('samples that columns don’t have are added with their own group', () => {
  const all = withMore(columnsOf(['a', 0, 1], ['b', 2, 2]), columnsOf(['b', 2, 2], ['c', 3, 3]))
  expect(all).toMatchObject({ ids: ['a', 'b', 'c'], types: [0, 2, 3], values: { load: [1, 2, 3] } })
  expect(all.at).toHaveLength(3)
  expect(all.group.map((place) => all.groups[place]?.location)).toEqual(['of a', 'of b', 'of c'])
})

test('columns that have all of them stay the same', () => {
  const columns = columnsOf(['a', 0, 1])
  expect(withMore(columns, columnsOf(['a', 0, 1]))).toBe(columns)
})
