import { expect, test } from 'vitest'
import { jsonErrorOf } from './json-error.ts'

test.each([
  ['', 1, 1, 'expected a value here'],
  ['{', 1, 2, 'expected a name in double quotes or } here'],
  ['{"a": 1,}', 1, 9, 'expected a name in double quotes here'],
  ['{"a": 1\n "b": 2}', 2, 2, 'expected , or } here'],
  ['{\n  "a": [1, 2\n}', 3, 1, 'expected , or ] here'],
  ['{"a" 1}', 1, 6, 'expected : here'],
  ["{'a': 1}", 1, 2, 'expected a name in double quotes or } here'],
  ['{"a": x}', 1, 7, 'expected a value here'],
  ['{"a": 01}', 1, 7, 'expected a value here'],
  ['{"a": truely}', 1, 7, 'expected a value here'],
  ['{"a": "x\ny"}', 1, 7, 'expected a value here'],
  ['{"a": "\\x"}', 1, 7, 'expected a value here'],
  ['[1, ]', 1, 5, 'expected a value here'],
  ['[}', 1, 2, 'expected a value or ] here'],
  ['{} {}', 1, 4, 'expected nothing more here'],
  ['{}\n\n]', 3, 1, 'expected nothing more here'],
])('%j fails at line %i, column %i', (text, line, column, message) => {
  expect(jsonErrorOf(text)).toEqual({ line, column, message })
})

test.each(['{}', ' [1, -2.5e3, "a\\u00e9\\n", true, null, {"a": {}}]\n', '"x"'])('%s has no error', (text) => {
  expect(jsonErrorOf(text)).toBeUndefined()
})
