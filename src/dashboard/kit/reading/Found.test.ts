import { expect, test } from 'vitest'
import { foundInWords } from './Found.tsx'

const what = ['account', 'accounts'] as const

test.each([
  [60, {}, 'All accounts: 60'],
  [2, { searched: 'fjord' }, '2 accounts match “fjord”'],
  [1, { searched: 'fjord', filtered: true }, '1 account matches “fjord”'],
  [3, { filtered: true }, '3 accounts match these filters'],
  [1000, { searched: 'shop', more: true }, 'More than 1,000 accounts match “shop”'],
])('%d found with %j: %s', (count, words, text) => expect(foundInWords(count, { what, ...words })).toBe(text))
