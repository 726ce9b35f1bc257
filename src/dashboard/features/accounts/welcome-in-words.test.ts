import { expect, test } from 'vitest'
import { welcomeInWords } from './welcome-in-words.ts'

test.each([
  [{ state: 'sent', attempts: 0 }, /^Sent\. It tells your customer how to sign in/],
  [{ state: 'held', attempts: 0 }, /^Not sent yet: it waits/],
  [{ state: 'waiting', attempts: 0 }, /^On its way to ida@a\.example\./],
  // one that is under way counts, and hasn't failed
  [{ state: 'waiting', attempts: 1 }, /^Not sent to ida@a\.example yet, 1 attempt so far\./],
])('%j is said as %s', (mail, words) => expect(welcomeInWords(mail, 'ida@a.example')).toMatch(words))

test('the address of a sent email is named only if it’s known', () => {
  expect(welcomeInWords({ state: 'sent', attempts: 0 }, 'new@a.example', 'old@a.example')).toMatch(
    /^Sent to old@a\.example\./,
  )
})
