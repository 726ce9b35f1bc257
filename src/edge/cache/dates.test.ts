import { expect, test } from 'vitest'
import { formatDate, parseDate } from './dates.ts'

const now = Date.UTC(2026, 10, 21)
const at = Date.UTC(1994, 10, 6, 8, 49, 37)

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', at],
  ['SUN, 06 nov 1994 08:49:37 gmt', at],
  ['Sunday, 06-Nov-94 08:49:37 GMT', at],
  ['Sun Nov  6 08:49:37 1994', at],
  // more than 50 years ahead is in the past
  ['Friday, 06-Nov-70 08:49:37 GMT', Date.UTC(2070, 10, 6, 8, 49, 37)],
  ['Sunday, 06-Nov-77 08:49:37 GMT', Date.UTC(1977, 10, 6, 8, 49, 37)],
  ['Thu, 29 Feb 1996 23:59:60 GMT', Date.UTC(1996, 2, 1)],
  // a weekday is for people
  ['Mon, 06 Nov 1994 08:49:37 GMT', at],
  ['Thu, 32 Jan 2099 00:00:00 GMT', undefined],
  ['Thu, 29 Feb 2099 00:00:00 GMT', undefined],
  ['Thu, 00 Jan 2099 00:00:00 GMT', undefined],
  ['Thu, 01 Jan 2099 24:00:00 GMT', undefined],
  ['Thu, 01 Jan 2099 00:60:00 GMT', undefined],
  ['Thu, 01 Jan 2099 00:00:61 GMT', undefined],
  ['Thursday, 31-Apr-99 00:00:00 GMT', undefined],
  ['Thu Apr 31 00:00:00 2099', undefined],
  ['Thu Apr    00:00:00 2099', undefined],
  ['0', undefined],
  ['', undefined],
  ['Sun, 06 Nov 1994 08:49:37 UTC', undefined],
  ['Sun, 06 Nov 94 08:49:37 GMT', undefined],
  ['Sun 06 Nov 1994 08:49:37 GMT', undefined],
  ['1994-11-06T08:49:37Z', undefined],
])('%j', (text, time) => {
  expect(parseDate(text, now)).toBe(time)
})

test('a date is written in the format that senders must use', () => {
  expect(formatDate(at)).toBe('Sun, 06 Nov 1994 08:49:37 GMT')
})
