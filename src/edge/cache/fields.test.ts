import { describe, expect, test } from 'vitest'
import { endToEnd, fieldsOf, membersOf, without } from './fields.ts'

test('lines of the same name are combined, whatever their case', () => {
  expect({ ...fieldsOf(['Vary', 'A', 'vary', 'B', 'X', '', 'constructor', 'c', '__proto__', 'p']) }).toEqual(
    Object.fromEntries([
      ['vary', 'A, B'],
      ['x', ''],
      ['constructor', 'c'],
      ['__proto__', 'p'],
    ]),
  )
})

test.each([
  ['a, b', ['a', 'b']],
  [' a ,, b ,', ['a', 'b']],
  ['', []],
  ['a="1, 2", b', ['a="1, 2"', 'b']],
  ['a="\\", b", c', ['a="\\", b"', 'c']],
  ['a="open, b', ['a="open, b']],
])('the members of %j', (value, members) => {
  expect(membersOf(value)).toEqual(members)
})

describe('what is forwarded', () => {
  test('leaves out the fields of the connection, and those that Connection lists', () => {
    const lines = ['Connection', 'close, X-Mine', 'x-mine', '1', 'Keep-Alive', 'timeout=5', 'TE', 'trailers', 'A', '2']
    expect(endToEnd(lines, fieldsOf(lines))).toEqual(['A', '2'])
  })

  test('keeps the case and the order of the rest', () => {
    const lines = ['Set-Cookie', 'a', 'X-B', 'b', 'set-cookie', 'c']
    expect(endToEnd(lines, fieldsOf(lines))).toEqual(lines)
    expect(without(lines, new Set(['set-cookie']))).toEqual(['X-B', 'b'])
  })
})
