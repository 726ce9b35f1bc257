import { expect, test } from 'vitest'
import { importsIn, withImporters } from './imports.ts'

test.each([
  [`import { x } from './x.ts'`, 'now'],
  [`import { type X, x } from './x.ts'`, 'now'],
  [`import x from './x.ts'`, 'now'],
  [`import * as x from './x.ts'`, 'now'],
  [`import './x.ts'`, 'now'],
  [`export { x } from './x.ts'`, 'now'],
  [`export * from './x.ts'`, 'now'],
  [`const x = await import('./x.ts')`, 'later'],
  [`const program = new URL('./x.ts', import.meta.url)`, 'later'],
  [`import type { X } from './x.ts'`, 'never'],
  [`import { type X } from './x.ts'`, 'never'],
  [`import type * as x from './x.ts'`, 'never'],
  [`export type { X } from './x.ts'`, 'never'],
  [`export type * from './x.ts'`, 'never'],
  [`export { type X } from './x.ts'`, 'never'],
])('%s loads the file %s', (line, when) => {
  expect(importsIn('a.ts', line)).toEqual(when === 'never' ? [] : [{ specifier: './x.ts', lazy: when === 'later' }])
})

test('says which file can’t be parsed, and why', () => {
  expect(() => importsIn('src/a.ts', 'import {')).toThrow(/^src\/a\.ts can't be parsed: \S/)
})

test('finds what imports a file, directly or through others', () => {
  const links = ['b>a', 'c>b', 'a>c', 'd>e'].map((link) => {
    const [file = '', from = ''] = link.split('>')
    return { file, from, lazy: false }
  })
  expect([...withImporters(['a'], links)]).toEqual(['a', 'b', 'c'])
  expect([...withImporters(['e', 'x'], links)]).toEqual(['e', 'x', 'd'])
})
