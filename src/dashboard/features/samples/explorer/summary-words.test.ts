import { expect, test } from 'vitest'
import { inChartWords } from './summary-words.ts'

test.each([
  [{ total: 96, loaded: 96, drawn: 96, metrics: 1, errors: 0 }, 'all in the chart'],
  [{ total: 96, loaded: 96, drawn: 86, metrics: 1, errors: 0 }, '10 without a value that counts'],
  [{ total: 10, loaded: 10, drawn: 0, metrics: 1, errors: 0 }, 'none with a value that counts'],
  [{ total: 1296, loaded: 1000, drawn: 1000, metrics: 1, errors: 0 }, '1,000 of them in the chart'],
  [{ total: 1296, loaded: 1000, drawn: 1000, metrics: 1, errors: 4 }, '1,000 of them in the chart, plus 4 with errors'],
  [
    { total: 1296, loaded: 1000, drawn: 990, metrics: 1, errors: 0 },
    '1,000 loaded, 10 of them without a value that counts',
  ],
  [{ total: 96, loaded: 96, drawn: 96, metrics: 2, errors: 0 }, 'all in the chart'],
  [{ total: 96, loaded: 96, drawn: 86, metrics: 2, errors: 0 }, '10 without a value that counts in each chart'],
  [{ total: 10, loaded: 10, drawn: 0, metrics: 2, errors: 0 }, 'none with a value that counts in each chart'],
])('%j is said as “%s”', (counts, words) => expect(inChartWords(counts)).toBe(words))
