import { type Page, type Request, test } from '@playwright/test'
import { type FlowMock, flowStart, siteIn, startFlowMock } from './flow-mock.ts'
import { newestSamples } from './samples.ts'

export type Ids = Awaited<ReturnType<typeof idsOf>>

/** A document of the dashboard that several flows look at. */
export interface Visited {
  readonly page: Page
  /** What it has asked for and still waits for. */
  readonly pending: Set<Request>
  /** How often it asked for something. */
  asked: number
}

/**
 * What flows that only read share in a worker, made when the first of them runs. The other flows extend it too: Playwright
 * doesn't run tests with different worker fixtures in the same worker.
 */
export const withSharedWorld = test.extend<
  object,
  { world: FlowMock; tab: Page; visited: Map<string, Visited>; ids: Ids }
>({
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
      // without these it gets the options of whichever flow comes first
      const page = await browser.newPage({ baseURL: world.url, hasTouch: false, isMobile: false })
      await page.clock.setFixedTime(flowStart)
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
  /** By role. */
  visited: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const visited = new Map<string, Visited>()
      await use(visited)
      for (const { page } of visited.values()) await page.close()
    },
    { scope: 'worker' },
  ],
  ids: [async ({ world }, use) => use(await idsOf(world)), { scope: 'worker' }],
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
