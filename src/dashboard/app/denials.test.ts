import { expect, test, vi } from 'vitest'
import { leastRoleFor } from '../../contract/index.ts'
import { session } from '../api/session.ts'
import { paths } from '../paths.ts'
import { denialOf, operationAt } from './denials.ts'
import { mainNav, scopeNav } from './shell/nav.ts'

const account = { kind: 'account', partner: 'p', account: 'a' } as const
const user = { kind: 'user', user: 'u' } as const

test.each([
  ['viewer', 'cache.purge', 'Only operators, managers and owners can do this. You’re a viewer here.'],
  ['operator', 'monitors.create', 'Only managers and owners can do this. You’re an operator here.'],
  ['manager', 'sites.delete', 'Only owners can do this. You’re a manager here.'],
  ['operator', 'cache.purge', undefined],
  ['owner', 'sites.delete', undefined],
  [null, 'sites.delete', undefined],
] as const)('a %s and %s: %s', (role, operation, words) => expect(denialOf(role, operation)).toBe(words))

test('an operation that no role is named for is a mistake', () => {
  expect(() => denialOf('owner', 'sites.polish')).toThrow('No role for sites.polish')
})

test.each([
  [paths.newAccount(), 'accounts.create'],
  [paths.changeEmail('a'), 'accounts.updateEmail'],
  [paths.deleteAccount('a'), 'accounts.delete'],
  [paths.newSite(account), 'sites.create'],
  [paths.newSite(user), 'sites.create'],
  [paths.changeHost(account, 's'), 'sites.updateHost'],
  [paths.changeServer(user, 's'), 'sites.setOrigin'],
  [paths.deleteSite(account, 's'), 'sites.delete'],
  [paths.newMonitor(account, { from: 'm' }), 'monitors.create'],
  [paths.editMonitor(user, 'm'), 'monitors.update'],
  [paths.newTest(user), 'tests.create'],
  [paths.newAlertRule(account), 'alertRules.create'],
  [paths.newAlertRule({ kind: 'partner', partner: 'p' }), 'alertRules.create'],
  [paths.newRelease(user, { site: 's' }), 'events.create'],
  [paths.invite(account), 'invitations.create'],
  [paths.invite(user), 'invitations.create'],
  [paths.keys(account), 'keys.list'],
  [paths.keys(user), 'keys.list'],
  [paths.newKey({ kind: 'partner', partner: 'p' }), 'keys.create'],
  [paths.monitors(account), undefined],
  [paths.account('a'), undefined],
  [paths.alertRule(user, 'r'), undefined],
])('%s is for %s', (address, operation) => expect(operationAt(address)).toBe(operation))

test('the menu leaves out what a role can’t open', () => {
  vi.spyOn(session, 'isByCookie').mockReturnValue(true)
  const items = [
    ...mainNav({ role: 'partner', id: 'p', baseUrl: '/api' }, true),
    ...scopeNav(account),
    ...scopeNav(user),
  ]
  for (const { to, least } of items) {
    const operation = operationAt(to)
    expect(least, to).toBe(operation && leastRoleFor(`user.${operation}`))
  }
  expect(items.filter(({ least }) => least)).toHaveLength(3)
})
