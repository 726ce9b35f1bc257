import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('one column a field, in the order in which fields first come', () => {
  expect(
    csvOf([
      { a: 1, b: 'x' },
      { b: 'y', c: true },
    ]),
  ).toBe('a,b,c\r\n1,x,\r\n,y,true\r\n')
})

test('values that are not text', () => {
  expect(csvOf([{ a: null, b: false, c: [1, 'x'], d: { e: 1 } }])).toBe('a,b,c,d\r\n,false,"[1,""x""]","{""e"":1}"\r\n')
})

test.each([
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  // what a spreadsheet would run
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://evil.example","x")', '"\'=HYPERLINK(""http://evil.example"",""x"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['a=1', 'a=1'],
])('the text %j', (value, cell) => {
  expect(csvOf([{ a: value }])).toBe(`a\r\n${cell}\r\n`)
})

test('a number below zero stays a number', () => {
  expect(csvOf([{ a: -1.5 }])).toBe('a\r\n-1.5\r\n')
})

test('a field’s name is as suspect as its value', () => {
  expect(csvOf([{ '=a': 1 }])).toBe("'=a\r\n1\r\n")
})

test('rows that are no records', () => {
  expect(csvOf(['192.0.2.1', '192.0.2.2'])).toBe('value\r\n192.0.2.1\r\n192.0.2.2\r\n')
})

test('an empty list has its header all the same', () => {
  expect(csvOf([], ['id', 'name'])).toBe('id,name\r\n')
  expect(csvOf([{ name: 'a', more: 1 }], ['id', 'name'])).toBe('id,name,more\r\n,a,1\r\n')
})
