import { expect, test } from 'vitest'
import { addressChanged, searched, searchStateOf } from './search-state.ts'

const typing = (typed: string, ...terms: string[]) => ({
  ...terms.reduce(searched, searchStateOf('')),
  typed,
})

test('a search that the address shows late takes nothing back that was typed since', () => {
  expect(addressChanged(typing('fjor', 'fjo'), 'fjo')).toEqual({ typed: 'fjor', seen: 'fjo', pending: [] })
  const first = addressChanged(typing('fjord', 'fjo', 'fjord'), 'fjo')
  expect(first).toEqual({ typed: 'fjord', seen: 'fjo', pending: ['fjord'] })
  expect(addressChanged(first, 'fjord')).toEqual({ typed: 'fjord', seen: 'fjord', pending: [] })
})

test('one that was passed over isn’t waited for', () => {
  expect(addressChanged(typing('fjord', 'fjo', 'fjord'), 'fjord').pending).toEqual([])
})

test('the back button replaces what stands in the field', () => {
  const shown = addressChanged(typing('fjord', 'fjord'), 'fjord')
  expect(addressChanged(shown, '')).toEqual(searchStateOf(''))
  expect(addressChanged(shown, 'berg')).toEqual(searchStateOf('berg'))
})
