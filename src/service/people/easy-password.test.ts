import { expect, test } from 'vitest'
import { testPassword } from '../test/password.ts'
import { isEasyPassword } from './easy-password.ts'

test.each([
  ['123456789012', true],
  ['aaaaaaaaaaaa', true],
  ['abcabcabcabc', true],
  ['Password1234', true],
  ['passwordpassword', true],
  ['!!Sunshine2024!!', true],
  ['qwertyuiop123', true],
  ['1qaz2wsx3edc', true],
  ['Ada.Byron@example.com', true],
  ['ada.byron1815', true],
  ['SitePerformance1', true],
  ['correct horse battery staple', false],
  [testPassword, false],
  ['9b1f2ac07d3e', false],
])('like %s: too easy to guess is %s', (password, easy) => {
  expect(isEasyPassword(password, ['ada.byron@example.com', 'Ada Byron'])).toBe(easy)
})
