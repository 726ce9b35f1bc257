import {
  expect,
  expectAccessible,
  expectAccessibleTables,
  expectNoSidewaysScroll,
  expectReadable,
  heading,
  preferTheme,
} from '../fixtures.ts'
import { coveredControls, hiddenByTables, resize, smallControls, tallRows, withTouch } from '../layout.ts'
import { test } from '../visits.ts'

/** Pages of each role. */
const pages = {
  partner: {
    fleet: '/',
    'slow sites of the fleet': '/?trouble=slow',
    accounts: '/accounts',
    'create account': '/accounts/new',
    'no match': '/accounts?search_term=nobody',
    account: '/accounts/{account}',
    'account created': '/accounts/{account}/created',
    'account details': '/accounts/{account}/account',
    'change email': '/accounts/{account}/account/email',
    'delete account': '/accounts/{account}/account/delete',
    'add site': '/accounts/{account}/sites/new',
    site: '/accounts/{account}/sites/{site}',
    optimizer: '/accounts/{account}/sites/{site}/optimizer',
    'change host': '/accounts/{account}/sites/{site}/host',
    'change server': '/accounts/{account}/sites/{site}/server',
    'delete site': '/accounts/{account}/sites/{site}/delete',
    'a site without its account': '/sites/{site}',
    'monitors without their account': '/monitors',
    monitors: '/accounts/{account}/monitors',
    'no monitor matches': '/accounts/{account}/monitors?search_term=nothing',
    'new monitor': '/accounts/{account}/monitors/new',
    monitor: '/accounts/{account}/monitors/{monitor}',
    incidents: '/accounts/{account}/incidents',
    'an open incident': '/accounts/{account}/incidents/{incident}',
    'a site that is down': '/accounts/{faulty}/sites/{down}',
    tests: '/accounts/{account}/tests',
    'new test': '/accounts/{account}/tests/new',
    test: '/accounts/{account}/tests/{test}',
    'monitors of a site': '/accounts/{account}/sites/{site}/monitors',
    traffic: '/accounts/{account}/sites/{site}/traffic',
    'cache, for the account holder only': '/accounts/{account}/sites/{site}/cache',
    'settings, for the account holder only': '/accounts/{account}/sites/{site}/settings',
    activity: '/accounts/{account}/activity',
    'add release': '/accounts/{account}/activity/new',
    alerts: '/accounts/{account}/alerts',
    'alerts for all accounts': '/alerts',
    'new alert rule': '/accounts/{account}/alerts/new',
    people: '/people',
    'people of an account': '/accounts/{account}/people',
    invite: '/people/new',
    keys: '/keys',
    'keys of an account': '/accounts/{account}/keys',
    'create key': '/keys/new',
    'activity of the partner itself': '/activity',
    security: '/security',
    'not found': '/nowhere',
  },
  account: {
    sites: '/sites',
    'add site': '/sites/new',
    site: '/sites/{site}',
    'a certificate that isn’t renewed': '/sites/{transparent}',
    optimizer: '/sites/{site}/optimizer',
    'no site matches': '/sites?state=trial&search_term=none',
    'a page for partners': '/accounts',
    'traffic, with tables of many rows':
      '/sites/{site}/traffic?from=2026-11-20T22:00Z&to=2026-11-21T10:00Z&table=requests&table=bytes',
    cache: '/sites/{site}/cache',
    'flush the cache': '/sites/{site}/cache?dialog=flush',
    'paste lines': '/sites/{site}/cache?dialog=paste',
    settings: '/sites/{site}/settings',
    'exceptions and rules': '/sites/{site}/settings/exceptions',
    'an exception of the settings': '/sites/{site}/settings/exceptions?edit=1',
    'a rule of the settings': '/sites/{site}/settings/exceptions?edit=rule.1',
    'options in the settings': '/sites/{site}/settings?edit=resourceActions.htmlCache.0',
    'advanced settings': '/sites/{site}/settings/advanced',
    'settings as JSON': '/sites/{site}/settings/advanced?view=json',
    'activity in dates': '/activity?site={site}&from=2026-11-09T00:00:00Z&to=2026-11-21T10:00:00Z',
    'a release': '/activity/{release}',
    'no change matches': '/activity?who=operator&group=cache',
    people: '/people',
    invite: '/people/new',
    keys: '/keys',
    'create key': '/keys/new',
    security: '/security',
    alerts: '/alerts',
    'no delivery matches': '/alerts?state=waiting',
    'service IPs': '/service-ips?format=iptables',
    'own account': '/account',
    'no incident matches': '/incidents?open=true&kind=certificate',
    'an ended incident': '/incidents/{ended}',
    monitor: '/monitors/{monitor}',
    'a monitor with an open incident': '/monitors/{failing}',
    'edit monitor': '/monitors/{monitor}/edit',
    test: '/tests/{test}',
    'the explorer': '/samples?profile={monitor}',
    'a sample in the explorer': '/samples?profile={monitor}&sample={sample}',
    'pick samples': '/samples?profile={monitor}&dialog=pick',
    'export samples': '/samples?profile={monitor}&dialog=export',
    'all samples': '/samples',
    sample: '/samples/{sample}',
    'compare samples': '/samples/compare?id={sample}&id={before}&id={earlier}',
    monitors: '/monitors',
    tests: '/tests',
  },
} as const

// high enough to load what a page has far below
test.use({ viewport: { width: 1280, height: 4000 } })

for (const role of ['partner', 'account'] as const) {
  for (const [name, path] of Object.entries<string>(pages[role])) {
    test(`${role}: ${name} passes axe in both themes and fits every window`, async ({ visit }) => {
      const page = await visit(role, path)
      if (/[?&](?:dialog|edit|sample)=/.test(path)) await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await preferTheme(page, 'dark')
      await expectReadable(page)
      await preferTheme(page, 'light')
      await withTouch(page, async () => {
        for (const width of [1024, 768]) {
          await resize(page, width, 4000)
          await expectNoSidewaysScroll(page)
          await expect.poll(() => hiddenByTables(page)).toEqual([])
          await expect.poll(() => coveredControls(page)).toEqual([])
        }
      })
      // for axe, only tables differ from wider windows
      if ((await page.getByRole('table').count()) > 0) await expectAccessibleTables(page)
      // what a window of 1280 px shows at 200%
      await resize(page, 640, 360)
      await expectNoSidewaysScroll(page)
      await resize(page, 390, 844)
      await expectNoSidewaysScroll(page)
      await expect.poll(() => tallRows(page)).toEqual([])
      await expectAccessible(page)
      await withTouch(page, async () => {
        await expectNoSidewaysScroll(page)
        await expect.poll(() => smallControls(page)).toEqual([])
        await expect.poll(() => coveredControls(page)).toEqual([])
      })
    })
  }
}

const ofGuests = [
  ['/sign-in', 'Sign in'],
  ['/sign-in?by=key', 'Sign in'],
  ['/reset', 'Forgot your password?'],
  ['/reset#a-token', 'Set a new password'],
  ['/invitation', 'This invitation no longer works'],
  ['/sign-in-link', 'This link no longer works'],
  ['/sso/callback', 'Nothing to finish here'],
] as const

for (const [address, title] of ofGuests) {
  test(`without a sign-in: ${address} passes axe`, async ({ page }) => {
    await page.goto(address)
    await expect(heading(page, title)).toBeVisible()
    await expectAccessible(page)
    await preferTheme(page, 'dark')
    await expectReadable(page)
    await resize(page, 390, 844)
    await expectNoSidewaysScroll(page)
    await withTouch(page, () => expect.poll(() => smallControls(page)).toEqual([]))
  })
}
