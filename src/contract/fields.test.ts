import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { emailAddress, onlyKnown, optionalLine } from './fields.ts'
import { problemsOf } from './messages.ts'

test.each(['Zoë O’Hara', '', 'Fjord Bikes 🚲', 'Ⓐ & Co.'])('%j is one line of text', (text) => {
  expect(optionalLine(100).safeParse(text).success).toBe(true)
})

// a partner's text must not become lines of its own in a welcome email
test.each(['Ada\nPay here: http://evil.example', 'Ada\r\n', 'a\u0085b', 'a\u2028b', 'a\u0000b', 'a\u202eb'])(
  '%j is not',
  (text) => {
    expect(optionalLine(100).safeParse(`${text}x`).success).toBe(false)
  },
)

test.each(['a@b.co', 'o’hara+shop@mail.example'])('%j is an email address', (text) => {
  expect(emailAddress.safeParse(text).success).toBe(true)
})

test.each(['a@b', 'a b@c.de', 'a\u0085b@c.de', 'a@b.c\u202ed', 'a@b.co\u2028', 'a@b.co\nBcc: x@y.zz'])(
  '%j is no email address',
  (text) => {
    expect(emailAddress.safeParse(`${text}x`).success).toBe(false)
  },
)

test.each([
  ['e\u0301va@example.com', '\u00e9va@example.com'],
  // the sign of the unit, whose lower case is that of the letter
  ['\u212aim@example.com', 'Kim@example.com'],
])('%j is written %j', (text, written) => {
  expect(emailAddress.parse(text)).toBe(written)
})

test.each<[object, string[]]>([
  [{ name: 'a' }, []],
  [{ name: 'a', user_id: '1', id: '1', other: null }, []],
  [{ name: 'a', nmae: 'b', more: 0 }, ['nmae', 'more']],
  [{ name: 'a', constructor: '' }, ['constructor']],
  [JSON.parse('{"name":"a","toString":1}') as object, ['toString']],
])('of %j, the fields that a body doesn’t know are %j', (body, unknown) => {
  const parsed = onlyKnown(z.looseObject({ name: z.string() }), ['id']).safeParse(body)
  expect(parsed.success ? [] : Object.keys(problemsOf(parsed.error))).toEqual(unknown)
})
