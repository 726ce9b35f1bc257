import { expect, test } from 'vitest'
import { defaultSettings } from '../../../../contract/index.ts'
import { actionRows } from '../exceptions.ts'
import { optionsFrom, problemsOfOptions, valuesOf } from './option-values.ts'

const row = actionRows(defaultSettings()).find(({ action }) => action === 'htmlCache')
if (!row) throw new Error('There is no htmlCache.')
const known = { maxAge: 600, sessionCookies: ['a'] }

test('options are typed as text, a name per line', () => {
  const values = valuesOf(known, { ...row.entry, sessionCookies: ['sid', 'wp_*'], harmlessCookies: ['_ga'] })
  expect(values).toEqual({ maxAge: '600', sessionCookies: 'sid\nwp_*', harmlessCookies: '_ga', parameters: '' })
  expect(optionsFrom(known, { ...values, sessionCookies: ' sid \n\nwp_*\n' })).toEqual({
    maxAge: 600,
    sessionCookies: ['sid', 'wp_*'],
  })
})

test('options that an entry lacks are the defaults', () => {
  expect(valuesOf(known, { _id: 'a', enabled: true, filters: [] })).toMatchObject({
    maxAge: '600',
    sessionCookies: 'a',
  })
})

test.each([
  ['', 'This must be a number.'],
  ['ten', 'This must be a number.'],
  ['0', 'This must be at least 1.'],
  ['86401', 'This must be at most 86,400.'],
])('a time of %j is refused', (maxAge, problem) => {
  const typed = { maxAge, sessionCookies: 'a', harmlessCookies: '', parameters: '' }
  expect(problemsOfOptions(row, optionsFrom(known, typed), typed)).toEqual({ maxAge: problem })
})

test.each([
  ['a\nb c', 2],
  ['\na\n \nb c\nd e', 4],
])('a wrong name in %j is refused by its line', (sessionCookies, line) => {
  const typed = { maxAge: '60', sessionCookies, harmlessCookies: '', parameters: '' }
  expect(problemsOfOptions(row, optionsFrom(known, typed), typed)).toEqual({
    sessionCookies: `Line ${line} must be a name without spaces; a * at its end stands for any ending.`,
  })
})
