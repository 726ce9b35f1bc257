import { expect, test } from 'vitest'
import { filterInWords } from './filters.ts'

test('an exception reads as a sentence', () => {
  expect(filterInWords({ direction: 0, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/cart' }] })).toBe(
    'not if the address contains “/cart”',
  )
  expect(
    filterInWords({
      direction: 1,
      match: [
        { name: 'Cookie', operator: 'NOT-CONTAIN', condition: 'session=' },
        { name: 'Request-Header', header_name: 'Accept-Language', operator: 'REGEX', condition: '^de' },
      ],
    }),
  ).toBe('only if the cookies don’t contain “session=” and the header Accept-Language matches “^de”')
})
