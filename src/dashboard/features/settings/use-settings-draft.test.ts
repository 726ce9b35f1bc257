import { expect, test } from 'vitest'
import { parse } from './use-settings-draft.ts'

test.each(['[]', 'null', '"text"', '3'])('settings can’t be %s', (text) => {
  expect(parse(text)).toEqual({ kind: 'invalid', problems: { '': 'the settings must be an object, in { }' } })
})

test('a problem in the settings has its path', () => {
  expect(parse('{"defaultActions": 3}')).toEqual({ kind: 'invalid', problems: { defaultActions: 'must be an object' } })
  expect(parse('{"defaultActions": {}}')).toMatchObject({ kind: 'valid' })
})
