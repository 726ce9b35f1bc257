import { expect, test } from 'vitest'
import { linkTo } from './shown-range.ts'

const now = Date.UTC(2026, 10, 21, 10, 0, 1)

test('a link to a window that ends now says when that was', () => {
  const link = new URL(linkTo('https://d.test/samples?range=24h&severity=2#top', now, '24h'))
  expect(link.hash).toBe('#top')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    severity: '2',
    from: '2026-11-20T10:01Z',
    to: '2026-11-21T10:01Z',
  })
})

test('any other link stays as it is', () => {
  const address = 'https://d.test/accounts?search_term=fjord+bikes&page=2'
  expect(linkTo(address, now, null)).toBe(address)
})
