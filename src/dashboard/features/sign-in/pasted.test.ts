import { expect, test } from 'vitest'
import { pairIn } from './pasted.ts'

test.each([
  ['an-id a-key', true],
  ['  an-id\n\ta-key \n', true],
  ['an-id, a-key', true],
  ['sign-in: partner an-id a-key', true],
  ['an-id', false],
  ['  an-id ', false],
  ['', false],
])('%j has both: %s', (text, hasBoth) => {
  expect(pairIn(text)).toEqual(hasBoth ? { id: 'an-id', key: 'a-key' } : undefined)
})
