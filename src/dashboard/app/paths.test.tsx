import { matchRoutes } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Scope } from '../api/scope.ts'
import { asHolder, asPartner, paths } from '../paths.ts'
import { routes } from './routes.tsx'

const account: Scope = { kind: 'account', partner: 'p', account: 'a' }
const user: Scope = { kind: 'user', user: 'u' }

/** Every address the dashboard makes, and the route that it must open. */
const addresses: readonly [address: string, route: string][] = [
  [paths.home(), '/'],
  [paths.signIn(), '/sign-in'],
  [paths.signIn({ back: '/accounts?page=2' }), '/sign-in'],
  [paths.signIn({ by: 'key' }), '/sign-in'],
  [paths.reset(), '/reset'],
  [paths.invitation(), '/invitation'],
  [paths.signInLink(), '/sign-in-link'],
  [paths.signOnCallback(), '/sso/callback'],
  [paths.choosePassword({ back: '/accounts' }), '/password'],
  [paths.security(), '/security'],
  [paths.people({ kind: 'partner', partner: 'p' }), '/people'],
  [paths.people(user), '/people'],
  [paths.people(account), '/accounts/:accountId/people'],
  [paths.keys({ kind: 'partner', partner: 'p' }), '/keys'],
  [paths.keys(user), '/keys'],
  [paths.keys(account), '/accounts/:accountId/keys'],
  [paths.newKey(account), '/accounts/:accountId/keys/new'],
  [paths.newKey(user), '/keys/new'],
  [paths.invite(account), '/accounts/:accountId/people/new'],
  [paths.invite(user), '/people/new'],
  [paths.accounts(), '/accounts'],
  [paths.accounts({ search: 'a&b' }), '/accounts'],
  [paths.newAccount(), '/accounts/new'],
  [paths.account('a'), '/accounts/:accountId'],
  [paths.createdAccount('a'), '/accounts/:accountId/created'],
  [paths.accountDetails('a'), '/accounts/:accountId/account'],
  [paths.changeEmail('a'), '/accounts/:accountId/account/email'],
  [paths.deleteAccount('a'), '/accounts/:accountId/account/delete'],
  [paths.sites(account), '/accounts/:accountId'],
  [paths.newSite(account), '/accounts/:accountId/sites/new'],
  [paths.site(account, 's'), '/accounts/:accountId/sites/:siteId'],
  [paths.optimizer(account, 's'), '/accounts/:accountId/sites/:siteId/optimizer'],
  [paths.changeHost(account, 's'), '/accounts/:accountId/sites/:siteId/host'],
  [paths.changeServer(account, 's'), '/accounts/:accountId/sites/:siteId/server'],
  [paths.changeServer(user, 's'), '/sites/:siteId/server'],
  [paths.deleteSite(account, 's'), '/accounts/:accountId/sites/:siteId/delete'],
  [paths.optimizer(user, 's', { confirm: 'maintenance' }), '/sites/:siteId/optimizer'],
  [paths.sites(user), '/sites'],
  [paths.newSite(user), '/sites/new'],
  [paths.site(user, 's'), '/sites/:siteId'],
  [paths.monitors(account), '/accounts/:accountId/monitors'],
  [paths.monitors(user, { search: 'a' }), '/monitors'],
  [paths.newMonitor(account, { from: 'm' }), '/accounts/:accountId/monitors/new'],
  [paths.newMonitor(user, { from: 't', of: 'test' }), '/monitors/new'],
  [paths.monitor(account, 'm'), '/accounts/:accountId/monitors/:monitorId'],
  [paths.monitor(user, 'm'), '/monitors/:monitorId'],
  [paths.editMonitor(user, 'm'), '/monitors/:monitorId/edit'],
  [paths.incidents(account, { site: 's', open: 'true' }), '/accounts/:accountId/incidents'],
  [paths.incidents(user, { monitor: 'm' }), '/incidents'],
  [paths.incident(account, 'i'), '/accounts/:accountId/incidents/:incidentId'],
  [paths.incident(user, 'i'), '/incidents/:incidentId'],
  [paths.tests(account), '/accounts/:accountId/tests'],
  [paths.tests(user), '/tests'],
  [paths.newTest(account), '/accounts/:accountId/tests/new'],
  [paths.newTest(user, { from: 'm' }), '/tests/new'],
  [paths.test(account, 't'), '/accounts/:accountId/tests/:testId'],
  [paths.test(user, 't'), '/tests/:testId'],
  [paths.siteMonitors(account, 's'), '/accounts/:accountId/sites/:siteId/monitors'],
  [paths.samples(account), '/accounts/:accountId/samples'],
  [paths.samples(user, new URLSearchParams({ profile: 'm' })), '/samples'],
  [paths.sample(account, 'x'), '/accounts/:accountId/samples/:sampleId'],
  [paths.sample(user, 'x'), '/samples/:sampleId'],
  [paths.compareSamples(account), '/accounts/:accountId/samples/compare'],
  [paths.compareSamples(user, ['a', 'b']), '/samples/compare'],
  [paths.siteSamples(account, 's'), '/accounts/:accountId/sites/:siteId/samples'],
  [paths.siteSamples(user, 's'), '/sites/:siteId/samples'],
  [paths.traffic(account, 's', new URLSearchParams('range=7d')), '/accounts/:accountId/sites/:siteId/traffic'],
  [paths.traffic(user, 's'), '/sites/:siteId/traffic'],
  [paths.cache(account, 's'), '/accounts/:accountId/sites/:siteId/cache'],
  [paths.cache(user, 's', { dialog: 'flush' }), '/sites/:siteId/cache'],
  [paths.activity(account, { site: 's', group: 'cache' }), '/accounts/:accountId/activity'],
  [paths.activity(user, { monitor: 'm', from: 0, to: 1 }), '/activity'],
  [paths.activity({ kind: 'partner', partner: 'p' }), '/activity'],
  [paths.change(account, 'e', { site: 's' }), '/accounts/:accountId/activity/:eventId'],
  [paths.change(user, 'e'), '/activity/:eventId'],
  [paths.newRelease(account, { site: 's' }), '/accounts/:accountId/activity/new'],
  [paths.newRelease(user), '/activity/new'],
  [paths.settings(account, 's'), '/accounts/:accountId/sites/:siteId/settings'],
  [paths.settings(user, 's'), '/sites/:siteId/settings'],
  [paths.settingsExceptions(account, 's'), '/accounts/:accountId/sites/:siteId/settings/exceptions'],
  [paths.settingsExceptions(user, 's'), '/sites/:siteId/settings/exceptions'],
  [paths.settingsAdvanced(account, 's'), '/accounts/:accountId/sites/:siteId/settings/advanced'],
  [paths.settingsAdvanced(user, 's'), '/sites/:siteId/settings/advanced'],
  [paths.alerts(account), '/accounts/:accountId/alerts'],
  [paths.alerts(user), '/alerts'],
  [paths.alerts({ kind: 'partner', partner: 'p' }), '/alerts'],
  [paths.newAlertRule(account), '/accounts/:accountId/alerts/new'],
  [paths.newAlertRule(user), '/alerts/new'],
  [paths.alertRule(account, 'r'), '/accounts/:accountId/alerts/:ruleId'],
  [paths.alertRule(user, 'r'), '/alerts/:ruleId'],
  [paths.ownAccount(), '/account'],
  [paths.serviceIps(), '/service-ips'],
  [paths.gallery(), '/gallery'],
]

function routeOf(address: string): string {
  const matches = matchRoutes(routes, address) ?? []
  const parts = matches.flatMap(({ route }) => route.path ?? [])
  return parts.reduce((whole, part) => (part.startsWith('/') ? part : `${whole}/${part}`), '')
}

test('the service’s address for a site’s results opens the site', () => {
  expect(routeOf('/sites/s/results')).toBe('/sites/:siteId/results')
})

test.each(addresses)('%s opens %s', (address, route) => expect(routeOf(address)).toBe(route))

test('the table covers every function of paths', () => {
  expect(Object.keys(paths).toSorted()).toEqual(
    [
      'account',
      'accountDetails',
      'createdAccount',
      'changeEmail',
      'deleteAccount',
      'optimizer',
      'changeHost',
      'changeServer',
      'deleteSite',
      'accounts',
      'home',
      'newAccount',
      'newSite',
      'signIn',
      'reset',
      'invitation',
      'signInLink',
      'signOnCallback',
      'choosePassword',
      'security',
      'people',
      'invite',
      'keys',
      'newKey',
      'site',
      'sites',
      'samples',
      'sample',
      'monitors',
      'newMonitor',
      'monitor',
      'editMonitor',
      'incidents',
      'incident',
      'tests',
      'newTest',
      'test',
      'siteMonitors',
      'compareSamples',
      'siteSamples',
      'traffic',
      'cache',
      'activity',
      'change',
      'newRelease',
      'settings',
      'settingsExceptions',
      'settingsAdvanced',
      'alerts',
      'newAlertRule',
      'alertRule',
      'ownAccount',
      'serviceIps',
      'gallery',
    ].toSorted(),
  )
})

test.each(addresses)('the page at %s has a component', async (address) => {
  const page = matchRoutes(routes, address)?.at(-1)?.route
  const module: unknown = typeof page?.lazy === 'function' ? await page.lazy() : page
  expect(module).toSatisfy((found: object) => 'Component' in found || 'loader' in found)
})

test('parameters are encoded, so that an ID can’t change the path', () => {
  expect(paths.site({ ...account, account: 'a/b' }, '../x?y#z')).toBe('/accounts/a%2Fb/sites/..%2Fx%3Fy%23z')
  expect(routeOf(paths.account('a/b'))).toBe('/accounts/:accountId')
  expect(paths.accounts({ search: 'a&b' })).toBe('/accounts?search_term=a%26b')
})

describe('a page of the other role', () => {
  test.each([
    ['/accounts/a/sites/s/cache?dialog=flush', '/sites/s/cache?dialog=flush'],
    ['/accounts/a/incidents', '/incidents'],
    ['/accounts/a/samples/compare?id=1', '/samples/compare?id=1'],
    ['/accounts/a/keys', '/keys'],
    ['/accounts/a', '/sites'],
    ['/accounts/a?search_term=x', '/sites?search_term=x'],
    ['/accounts/a/account', '/account'],
  ])('%s is %s for the account holder', (partner, holder) => {
    expect(asHolder(partner)).toBe(holder)
    expect(asPartner(holder, 'a')).toBe(partner)
  })
  test.each([paths.deleteSite(account, 's'), paths.changeHost(account, 's')])(
    'a holder gets the site’s page instead of %s',
    (path) => expect(asHolder(path)).toBe('/sites/s'),
  )
  test.each([paths.deleteAccount('a'), paths.changeEmail('a')])('a holder gets their account instead of %s', (path) =>
    expect(asHolder(path)).toBe('/account'),
  )
  test.each(['/', '/accounts', '/accounts?page=2', '/accounts/new', '/alerts'])('a holder has no %s', (path) =>
    expect(asHolder(path)).toBeUndefined(),
  )
  test.each(['/', '/service-ips', '/accounts', '/sitesx'])('a partner has no %s of an account', (path) =>
    expect(asPartner(path, 'a')).toBeUndefined(),
  )
  test('the account stays one part of the path', () => {
    expect(asPartner('/sites/s', '../x')).toBe('/accounts/..%2Fx/sites/s')
  })
})
