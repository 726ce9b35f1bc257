import { expect, test } from 'vitest'
import { compare } from './compare.ts'

test('compares nested records field by field', () => {
  expect(
    compare(
      { id: 'a', name: 'General', rules: [{ from: 6 }], on: true },
      { id: 'b', name: 'General', on: null, x: [] },
    ),
  ).toEqual([
    { field: 'id', left: 'a', right: 'b', same: false },
    { field: 'name', left: 'General', right: 'General', same: true },
    { field: 'rules.0.from', left: '6', right: undefined, same: false },
    { field: 'on', left: 'true', right: 'null', same: false },
    { field: 'x', left: undefined, right: '[]', same: false },
  ])
})

test('treats anything but a record as one value', () => {
  expect(compare('odd', undefined)).toEqual([{ field: '', left: 'odd', right: '', same: false }])
})
