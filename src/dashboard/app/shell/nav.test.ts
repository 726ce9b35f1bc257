import { expect, test, vi } from 'vitest'
import type { Scope } from '../../api/scope.ts'
import { session } from '../../api/session.ts'
import { samePageIn, scopeNav } from './nav.ts'

const from = { kind: 'account', partner: 'p', account: 'a' } as const satisfies Scope

test.each([
  { signedIn: 'as a person', isByCookie: true, has: 'People' },
  { signedIn: 'with a key', isByCookie: false, has: 'Samples' },
])('who is signed in $signedIn finds each page in another account', ({ isByCookie, has }) => {
  vi.spyOn(session, 'isByCookie').mockReturnValue(isByCookie)
  const pages = scopeNav(from)
  expect(pages.map(({ label }) => label)).toContain(has)
  for (const { to } of pages) expect(samePageIn(to, from, 'b')).toBe(to.replace('/accounts/a', '/accounts/b'))
})

test('a site’s pages lead to the other account’s sites', () => {
  expect(samePageIn('/accounts/a/sites/s/optimizer', from, 'b')).toBe('/accounts/b')
})
