import type { Page } from '@playwright/test'
import {
  beginSession,
  expect,
  type FlowMock,
  flowStart,
  homeOf,
  openAt,
  sessionKey,
  siteIn,
  startFlowMock,
  test as base,
} from './fixtures.ts'
import { newestSamples } from './samples.ts'

type Ids = Awaited<ReturnType<typeof idsOf>>

/**
 * For flows that change nothing in the service: those of a worker share one world and one tab. Each starts with the tab
 * as if it were new, apart from what the browser has cached. In the address of a page, `{site}` stands for `ids.site`.
 */
export const test = base.extend<object, { world: FlowMock; tab: Page; ids: Ids }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its pattern
    async ({}, use) => {
      const mock = await startFlowMock()
      await use(mock)
      await mock.stop()
    },
    { scope: 'worker' },
  ],
  tab: [
    async ({ browser, world }, use) => {
      const page = await browser.newPage({ baseURL: world.url })
      await page.clock.setFixedTime(flowStart)
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
  ids: [async ({ world }, use) => use(await idsOf(world)), { scope: 'worker' }],
  mock: async ({ world }, use) => use(world),
  page: async ({ tab, viewport }, use) => {
    await tab.context().clearCookies()
    // a document of the same origin that isn't the dashboard
    await tab.goto('/config.json')
    await tab.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
    await tab.setViewportSize(viewport ?? { width: 1280, height: 720 })
    await tab.emulateMedia({ media: null, colorScheme: 'light' })
    const changes: string[] = []
    tab.on('request', (request) => {
      if (!['GET', 'HEAD'].includes(request.method())) changes.push(`${request.method()} ${request.url()}`)
    })
    await use(tab)
    for (const event of ['request', 'requestfinished', 'requestfailed'] as const) tab.removeAllListeners(event)
    await tab.unrouteAll({ behavior: 'ignoreErrors' })
    expect(changes, 'a flow in the shared world must only read').toEqual([])
  },
  signIn: async ({ page, mock, ids }, use) => {
    await use(async (role, at = homeOf(role)) => {
      const begun = await beginSession(page, mock, role)
      await page.evaluate(([key, kept]) => sessionStorage.setItem(key, kept), [sessionKey, begun] as const)
      if (at !== null)
        await openAt(
          page,
          role,
          at.replaceAll(/\{(\w+)\}/g, (_, noun: keyof Ids) => ids[noun]),
        )
    })
  },
})

/** The ids of what these flows look at. */
async function idsOf(mock: FlowMock) {
  const { account, service } = mock
  const { db } = service.services.database
  const monitorOf = async (name: string) => {
    const { id } = await db.selectFrom('monitors').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    return id
  }
  const incidents = await db
    .selectFrom('incidents')
    .select(['id', 'ended_at'])
    .where('account_id', '=', account.id)
    .execute()
  const [sample = '', before = '', earlier = ''] = await newestSamples(mock, 'Home, three locations', 3)
  const down = await db
    .selectFrom('sites')
    .select(['id', 'account_id'])
    .where('host', '=', 'page-503.test')
    .executeTakeFirstOrThrow()
  const release = await db
    .selectFrom('events')
    .select('id')
    .where('kind', '=', 'release.created')
    .where('site_id', 'is not', null)
    .orderBy('at')
    .limit(1)
    .executeTakeFirstOrThrow()
  const outage = await db.selectFrom('incidents').select('id').where('site_id', '=', down.id).executeTakeFirstOrThrow()
  return {
    account: account.id,
    site: (await siteIn(mock, 'active')).id,
    transparent: (await siteIn(mock, 'transparent')).id,
    monitor: await monitorOf('Home, three locations'),
    failing: await monitorOf('Returns desk'),
    slow: await monitorOf('Checkout on 3G'),
    test: await monitorOf('Launch rehearsal'),
    incident: incidents.find(({ ended_at }) => ended_at === null)?.id ?? '',
    ended: incidents.find(({ ended_at }) => ended_at !== null)?.id ?? '',
    sample,
    before,
    earlier,
    down: down.id,
    outage: outage.id,
    release: release.id,
    faulty: down.account_id ?? '',
  }
}
