import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Nordhost', 'N'],
  ['Nord Host', 'NH'],
  ['Anna Maria Lind', 'AL'],
  ['fjordbikes@example.com', 'F'],
  ['mia.fjord@example.com', 'MF'],
  ['Öl & Co', 'ÖC'],
  ['', ''],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
