import { expect, test } from 'vitest'
import { asFieldError, asSentence } from './errors.ts'

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
