import { expect, test } from 'vitest'
import { PartsAsked } from './parts-asked.ts'

test('counts the requests of an address for a while, and remembers those asked for last', () => {
  const asked = new PartsAsked(2, 1000)
  expect([0, 500, 999, 1000, 1500].map((now) => asked.count('a', now))).toEqual([1, 2, 3, 1, 2])
  asked.forget('a')
  expect(asked.count('a', 1600)).toBe(1)
  for (const key of ['b', 'a', 'c']) asked.count(key, 1600)
  expect([asked.count('b', 1700), asked.count('c', 1700)]).toEqual([1, 2])
})
