import { afterEach, describe, expect, test } from 'vitest'
import { partnersOnly, toActivity, withinAccount } from './access.ts'
import { WrongRole } from '../api/scope.ts'
import { session } from '../api/session.ts'

const scope = { kind: 'account', partner: 'p', account: 'a' } as const

test.each([
  ['http://d.test/sites/s', '/accounts/a/sites/s'],
  ['http://d.test/sites/s/results', '/accounts/a/sites/s/results'],
  ['http://d.test/sites/s/optimizer?confirm=bypass', '/accounts/a/sites/s/optimizer?confirm=bypass'],
])('%s is %s under the account', (address, own) => expect(withinAccount(address, scope, 's')).toBe(own))

test.each([
  ['/changes?group=cache', '/activity?group=cache'],
  ['/accounts/changes/changes', '/accounts/changes/activity'],
])('%s, of an old link, leads to %s', (path, now) => {
  const leads = toActivity({ params: {}, request: new Request(`http://d.test${path}`) } as never)
  expect(leads.headers.get('location')).toBe(now)
})

describe('a partner’s link', () => {
  afterEach(() => session.end())

  const open = (path: string, accountId: string) =>
    partnersOnly({ params: { accountId }, request: new Request(`http://d.test${path}`) } as never)

  test.each([
    ['/accounts/u/monitors/m', '/monitors/m'],
    [
      '/accounts/u/samples?from=2026-11-20T06:00Z&to=2026-11-21T06:00Z',
      '/samples?from=2026-11-20T06:00Z&to=2026-11-21T06:00Z',
    ],
    ['/accounts/u/sites/s/traffic', '/sites/s/traffic'],
    ['/accounts/u', '/sites'],
    ['/accounts/u?state=active', '/sites?state=active'],
    ['/accounts/u/account', '/account'],
  ])('to %s leads the account’s holder to %s', (path, own) => {
    session.start({ role: 'user', id: 'u', key: 'k', baseUrl: '/api' }, false)
    expect(open(path, 'u')?.headers.get('location')).toBe(own)
  })

  test('to another account is still for partners only', () => {
    session.start({ role: 'user', id: 'other', key: 'k', baseUrl: '/api' }, false)
    expect(() => open('/accounts/u/monitors/m', 'u')).toThrow(WrongRole)
  })

  test('opens for the partner', () => {
    session.start({ role: 'partner', id: 'p', key: 'k', baseUrl: '/api' }, false)
    expect(open('/accounts/u/monitors/m', 'u')).toBeNull()
  })
})
