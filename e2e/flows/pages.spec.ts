import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadable,
  flowSize,
  flowStart,
  heading,
  keepSession,
  test as base,
} from '../fixtures.ts'
import { ScriptedClock } from '../mock/clock.ts'
import { type Mock, startMock } from '../mock/mock.ts'

type Role = keyof typeof pages

/** Pages of each role. */
const pages = {
  partner: {
    fleet: '/',
    'slow sites of the fleet': '/?trouble=slow',
    accounts: '/accounts',
    'create account': '/accounts/new',
    'no match': '/accounts?search_term=nobody',
    account: '/accounts/{account}',
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
    'what changed': '/accounts/{account}/changes',
    alerts: '/accounts/{account}/alerts',
    'alerts for all accounts': '/alerts',
    'new alert rule': '/accounts/{account}/alerts/new',
    'not found': '/nowhere',
  },
  account: {
    sites: '/sites',
    'add site': '/sites/new',
    site: '/sites/{site}',
    optimizer: '/sites/{site}/optimizer',
    'no site matches': '/sites?state=trial&search_term=none',
    'a page for partners': '/accounts',
    'traffic, with tables of many rows':
      '/sites/{site}/traffic?from=2026-11-20T22:00Z&to=2026-11-21T10:00Z&table=requests&table=bytes',
    cache: '/sites/{site}/cache',
    'flush the cache': '/sites/{site}/cache?dialog=flush',
    'paste lines': '/sites/{site}/cache?dialog=paste',
    settings: '/sites/{site}/settings',
    'an exception of the settings': '/sites/{site}/settings?edit=1',
    'options in the settings': '/sites/{site}/settings?edit=resourceActions.htmlCache.0',
    'settings as JSON': '/sites/{site}/settings?view=json',
    'what changed in dates': '/changes?site={site}&from=2026-11-09T00:00:00Z&to=2026-11-21T10:00:00Z',
    'no change matches': '/changes?who=operator&group=cache',
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
  },
} as const

/** Every worker opens all its pages in one world, which none of them changes, and each role's in one tab. */
const test = base.extend<object, { world: Mock; tabs: Readonly<Record<Role, Page>>; ids: Ids }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its pattern
    async ({}, use) => {
      const mock = await startMock({ clock: new ScriptedClock(flowStart), size: flowSize })
      await use(mock)
      await mock.stop()
    },
    { scope: 'worker' },
  ],
  tabs: [
    async ({ browser, world }, use) => {
      const open = async (role: Role) => {
        const page = await browser.newPage({ baseURL: world.url })
        await page.clock.setFixedTime(flowStart)
        await keepSession(page, world, role)
        return page
      }
      await use({ partner: await open('partner'), account: await open('account') })
    },
    { scope: 'worker' },
  ],
  ids: [async ({ world }, use) => use(await idsOf(world)), { scope: 'worker' }],
})

for (const role of ['partner', 'account'] as const) {
  for (const [name, path] of Object.entries<string>(pages[role])) {
    test(`${role}: ${name} passes axe in both themes and at 390 px`, async ({ tabs, ids }) => {
      const page = tabs[role]
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.goto(path.replaceAll(/\{(\w+)\}/g, (_, noun: keyof Ids) => ids[noun]))
      await expect(heading(page, /./)).toHaveCount(1)
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectReadable(page)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    })
  }
}

type Ids = Awaited<ReturnType<typeof idsOf>>

async function idsOf({ account, service }: Mock) {
  const { db } = service.services.database
  const siteOf = (host: string) =>
    db.selectFrom('sites').select(['id', 'account_id']).where('host', '=', host).executeTakeFirstOrThrow()
  const monitorOf = async (name: string) => {
    const { id } = await db.selectFrom('monitors').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    return id
  }
  const incidents = await db
    .selectFrom('incidents')
    .select(['id', 'ended_at'])
    .where('account_id', '=', account.id)
    .execute()
  const down = await siteOf('page-503.test')
  return {
    account: account.id,
    site: (await siteOf('www.fjordbikes.example')).id,
    monitor: await monitorOf('Home, three locations'),
    failing: await monitorOf('Returns desk'),
    test: await monitorOf('Launch rehearsal'),
    incident: incidents.find(({ ended_at }) => ended_at === null)?.id ?? '',
    ended: incidents.find(({ ended_at }) => ended_at !== null)?.id ?? '',
    down: down.id,
    faulty: down.account_id ?? '',
  }
}

base('the sign-in page passes axe', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadable(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})
