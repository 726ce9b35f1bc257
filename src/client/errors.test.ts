import { expect, test } from 'vitest'
import { asFieldError, asSentence, waitOf } from './errors.ts'

test.each([
  ['access denied', 'Access denied.'],
  [' Try again later! ', 'Try again later!'],
  ["this account doesn't exist", 'This account doesn’t exist.'],
  ['settings.0.name must be text', 'settings.0.name must be text.'],
  ["'a' isn't one of 'b' and 'c'", "'a' isn’t one of 'b' and 'c'."],
])('%j is said as %j', (text, sentence) => expect(asSentence(text)).toBe(sentence))

test.each([
  ['must be text', 'This must be text.'],
  ["isn't a real date", 'This isn’t a real date.'],
  ['can’t be changed', 'This can’t be changed.'],
  ['Too long', 'Too long.'],
  ['must be at most 86400', 'This must be at most 86,400.'],
  ['must be from 1 to 100000', 'This must be from 1 to 100,000.'],
  ['must be at least 1000', 'This must be at least 1000.'],
  ['must be at most 10000 characters', 'This must be at most 10000 characters.'],
])('%j at a field is said as %j', (text, sentence) => expect(asFieldError(text)).toBe(sentence))

test.each<readonly [string, Readonly<Record<string, string>>, number | undefined]>([
  ['nothing', {}, undefined],
  ['seconds', { 'Retry-After': '7' }, 7],
  ['a date', { 'Retry-After': 'Sat, 28 Nov 2026 10:00:30 GMT' }, 30],
  ['a date that is past', { 'Retry-After': 'Sat, 28 Nov 2026 09:00:00 GMT' }, 0],
  ['something else', { 'Retry-After': 'soon' }, undefined],
  ['limits with room', { RateLimit: '"requests";r=5;t=60' }, undefined],
  ['a limit that is used up', { RateLimit: '"requests";r=0;t=60' }, 60],
  ['two of them', { RateLimit: '"requests";r=0;t=60, "guesses";t=90;r=0, "others";r=10;t=600' }, 90],
  ['both', { 'Retry-After': '7', RateLimit: '"requests";r=0;t=60' }, 7],
])('a response with %s says how long to wait', (_, fields, seconds) => {
  expect(waitOf(new Headers(fields), Date.UTC(2026, 10, 28, 10))).toBe(seconds)
})
