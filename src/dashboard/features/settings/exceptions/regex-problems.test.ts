import { expect, test } from 'vitest'
import type { Filter } from '../../../../contract/index.ts'
import { regexProblemsOf } from './regex-problems.ts'

const filter = (...conditions: string[]): Filter => ({
  direction: 0,
  match: [
    { name: 'URI', operator: 'CONTAIN', condition: '([' },
    ...conditions.map((condition) => ({ name: 'URI', operator: 'REGEX', condition }) as const),
  ],
})

test('an exception’s regular expressions are checked as the service does', async () => {
  expect(await regexProblemsOf(filter('^/shop', '(['))).toEqual({
    'match.2.condition': "isn't a regular expression in the syntax of RE2 (missing closing ]: `[`)",
  })
  expect(await regexProblemsOf(filter('(?=bikes)', '[ab]{300}'))).toEqual({
    'match.1.condition': expect.stringContaining('in the syntax of RE2'),
    'match.2.condition': expect.stringContaining('is too complex'),
  })
  expect(await regexProblemsOf(filter('^/shop'))).toEqual({})
})
