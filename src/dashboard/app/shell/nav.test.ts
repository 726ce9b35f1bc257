import { expect, test } from 'vitest'
import type { Scope } from '../../api/scope.ts'
import { samePageIn, scopeNav } from './nav.ts'

const from = { kind: 'account', partner: 'p', account: 'a' } as const satisfies Scope

test.each(scopeNav(from).map(({ to }) => to))('%s has the same page in another account', (to) => {
  expect(samePageIn(to, from, 'b')).toBe(to.replace('/accounts/a', '/accounts/b'))
})

test('a site’s pages lead to the other account’s sites', () => {
  expect(samePageIn('/accounts/a/sites/s/optimizer', from, 'b')).toBe('/accounts/b')
})
