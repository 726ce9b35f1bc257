import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a table with its head; lines end as RFC 4180 has them', () => {
  expect(csvOf(['name', 'score'], [['Fjord Bikes', 86]])).toBe('name,score\r\nFjord Bikes,86\r\n')
})

test.each([
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [null, ''],
  [undefined, ''],
  [0, '0'],
  [false, 'false'],
])('%j is written as %s', (value, written) => expect(csvOf(['x'], [[value]])).toBe(`x\r\n${written}\r\n`))

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://evil.example")'])(
  'a spreadsheet does not run %j',
  (text) => expect(csvOf(['x'], [[text]]).split('\r\n')[1]).toMatch(/^"?'/),
)

test('a negative number stays a number', () => {
  expect(csvOf(['x'], [[-1.5]])).toBe('x\r\n-1.5\r\n')
})
