import { expect, test } from 'vitest'
import { recordsAsCsv } from './records-csv.ts'

test('there is a column for each field, in order of first appearance', () => {
  expect(
    recordsAsCsv([
      { a: 1, b: 'x' },
      { b: 'y', c: true },
    ]),
  ).toBe('a,b,c\r\n1,x,\r\n,y,true\r\n')
})

test('nested values are JSON, null is an empty cell', () => {
  expect(recordsAsCsv([{ a: null, b: false, c: [1, 'x'], d: { e: 1 } }])).toBe(
    'a,b,c,d\r\n,false,"[1,""x""]","{""e"":1}"\r\n',
  )
})

test('negative numbers stay numbers, and text that looks like a formula is escaped', () => {
  expect(recordsAsCsv([{ a: -1.5, b: '-1.5' }])).toBe("a,b\r\n-1.5,'-1.5\r\n")
})

test('rows that aren’t records have one column', () => {
  expect(recordsAsCsv(['192.0.2.1', '192.0.2.2'])).toBe('value\r\n192.0.2.1\r\n192.0.2.2\r\n')
})

test('an empty list still has a header', () => {
  expect(recordsAsCsv([], ['id', 'name'])).toBe('id,name\r\n')
  expect(recordsAsCsv([{ name: 'a', more: 1 }], ['id', 'name'])).toBe('id,name,more\r\n,a,1\r\n')
})
