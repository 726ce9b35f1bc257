import { expect, test } from 'vitest'
import { tagsForOrigin, tagsOfForms, withTagsForOrigin } from './forms.ts'

test.each([
  ['"abc"', '"abc"'],
  ['"abc-br"', '"abc-br", "abc"'],
  ['"a,b-gzip", W/"x-br", "y"', '"a,b-gzip", "a,b", W/"x-br", "y"'],
  ['"abc-br-gzip"', '"abc-br-gzip", "abc-br"'],
  ['"-zstd"', '"-zstd", ""'],
  ['*', '*'],
])('the origin is asked about %s as %s', (tags, asked) => {
  expect(tagsForOrigin(tags)).toBe(asked)
})

test('only what names tags is worded for the origin, and never a part of another form', () => {
  const lines = ['If-Match', '"x-br"', 'If-Range', '"x-br"', 'X-Tag', '"x-br"', 'if-none-match', '"y-avif"']
  const asked = 'If-Match|"x-br", "x"|If-Range|"x-br"|X-Tag|"x-br"|if-none-match|"y-avif", "y"'
  expect(withTagsForOrigin(lines)).toEqual(asked.split('|'))
})

test('a weak tag is that of every form', () => {
  expect(new Set(tagsOfForms('W/"x"'))).toEqual(new Set(['W/"x"']))
  expect(tagsOfForms('"x"')).toContain('"x-gzip"')
})
