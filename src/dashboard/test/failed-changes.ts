import type { Answer } from './stub-service.ts'
import { faults } from './faults.ts'

/** What a form says about a change that fails, and the service's answer. */
export const failedChanges: readonly (readonly [words: RegExp, answer: Answer])[] = [
  ...faults.map(([, words, answer]): [RegExp, Answer] => [
    words.includes('cannot answer')
      ? new RegExp(words)
      : new RegExp(`^It isn’t clear whether this worked\\..*${words}.*may have gone through`),
    answer,
  ]),
  [
    // the page counts the seconds down
    /try again/i,
    () => Response.json({ error: 'Too many requests.' }, { status: 429, headers: { 'Retry-After': '3' } }),
  ],
]
