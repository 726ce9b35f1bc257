import { expect, test } from 'vitest'
import { deletionWords } from './deletion.ts'

test.each([
  [{ reason: 'age', days: 30 }, 'after 30 days'],
  [{ reason: 'age', days: 1 }, 'after 1 day'],
  [{ reason: 'age' }, 'because of its age'],
  [{ reason: 'quota' }, 'to make room for newer samples'],
  [null, undefined],
  [undefined, undefined],
] as const)('%j is shown as %s', (deletion, words) => {
  expect(deletionWords(deletion)).toBe(words)
})
