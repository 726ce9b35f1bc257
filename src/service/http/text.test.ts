import { describe, expect, test } from 'vitest'
import { HttpError } from '../api/errors.ts'
import { nest, parseText } from './text.ts'

/** As plain objects, since toEqual tells objects without a prototype apart. */
const read = (text: string): unknown => JSON.parse(JSON.stringify(parseText(text)))

test.each<[text: string, value: unknown]>([
  ['', {}],
  ['a=1&b=', { a: '1', b: '' }],
  ['?a=x', { a: 'x' }],
  ['a=b+c%20d&e=%C3%A9', { a: 'b c d', e: 'é' }],
  // both notations of a list
  ['a[]=x&a[]=y', { a: ['x', 'y'] }],
  ['a[0]=x&a[1]=y', { a: ['x', 'y'] }],
  ['a%5B%5D=x&a%5B%5D=y', { a: ['x', 'y'] }],
  ['a=x&a=y', { a: ['x', 'y'] }],
  // both notations of a list of objects
  ['a[0][b]=x', { a: [{ b: 'x' }] }],
  ['a[][b]=x', { a: [{ b: 'x' }] }],
  ['a[0][b]=1&a[0][c]=2&a[1][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
  // a repeated field starts the next item
  ['a[][b]=1&a[][c]=2&a[][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
  ['a[][b]=1&a[][b]=2&a[][c]=3', { a: [{ b: '1' }, { b: '2', c: '3' }] }],
  // lists inside an item grow
  [
    'a[][b]=1&a[][d][]=x&a[][d][]=y&a[][b]=2&a[][d][]=z',
    {
      a: [
        { b: '1', d: ['x', 'y'] },
        { b: '2', d: ['z'] },
      ],
    },
  ],
  ['a[][b]=1&a[][d][0]=x&a[][d][1]=y&a[][b]=2', { a: [{ b: '1', d: ['x', 'y'] }, { b: '2' }] }],
  ['a[0][b]=1&a[0][d][]=x&a[0][d][]=y', { a: [{ b: '1', d: ['x', 'y'] }] }],
  ['a[0][d][0]=x&a[0][d][1]=y&a[1][d][0]=z', { a: [{ d: ['x', 'y'] }, { d: ['z'] }] }],
  // two lists are independent
  ['a[][b]=1&c[][b]=2&a[][b]=3', { a: [{ b: '1' }, { b: '3' }], c: [{ b: '2' }] }],
  // brackets that are part of a value
  ['a=[]&b=x[0]', { a: '[]', b: 'x[0]' }],
])('%s', (text, value) => {
  expect(read(text)).toEqual(value)
})

test('more items than the default array limit of qs', () => {
  const text = Array.from({ length: 60 }, (_, i) => `a[${i}][b]=${i}`).join('&')
  expect(read(text)).toEqual({ a: Array.from({ length: 60 }, (_, i) => ({ b: String(i) })) })
})

describe('what is refused', () => {
  const refusalOf = (act: () => unknown) => {
    try {
      act()
    } catch (error) {
      return error instanceof HttpError ? error.status : error
    }
    return undefined
  }

  test('nesting deeper than any endpoint needs', () => {
    expect(refusalOf(() => parseText('a[b][c][d][e]=1'))).toBeUndefined()
    expect(refusalOf(() => parseText('a[b][c][d][e][f]=1'))).toBe(400)
    expect(refusalOf(() => parseText(`a${'[b]'.repeat(500)}=1`))).toBe(400)
  })

  test('more than a thousand parameters', () => {
    expect(refusalOf(() => nest(Array.from({ length: 1000 }, (_, i) => [`a${i}`, ''] as const)))).toBeUndefined()
    expect(refusalOf(() => nest(Array.from({ length: 1001 }, (_, i) => [`a${i}`, ''] as const)))).toBe(400)
  })
})

test('prototype pollution has no effect', () => {
  const parsed = parseText('__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1&a[b]=1')
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(parsed['a']).toMatchObject({ b: '1' })
})

test.each(['a=%ff', 'a=%zz', '%ED%A0%80=1', 'a=%'])('%s is refused: it is not URL-encoded UTF-8', (text) => {
  expect(() => parseText(text)).toThrow(/not URL-encoded UTF-8/)
})

test('an index above 999 is refused', () => {
  expect(() => parseText('a[1000][b]=x')).toThrow(/above 999/)
  expect(parseText('a[999][b]=x')).toEqual({ a: [{ b: 'x' }] })
})
