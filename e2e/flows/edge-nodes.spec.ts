import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const host = 'www.fjordbikes.example'

async function siteOf({ service }: Mock) {
  return service.services.database.db
    .selectFrom('sites')
    .select(['id', 'account_id'])
    .where('host', '=', host)
    .executeTakeFirstOrThrow()
}

/** Nodes elsewhere, one of which was cut off a while ago. */
async function addNodes({ service }: Mock): Promise<void> {
  const now = Date.now()
  const lastReading = now - 5 * 60_000
  const report = {
    form: 'nginx',
    version: '0.1.0',
    port: 80,
    started_at: now - 3600_000,
    sites: 3,
    stored_bytes: null,
    requests: 10,
    minute_requests: 1,
    hits: 9,
    misses: 1,
    origin_failures: 0,
    caught_up_at: lastReading,
    snapshot_at: null,
    certificates: null,
    problems: [{ text: 'This machine’s clock is wrong.', since: now, until: null }],
  }
  const addresses = '["203.0.113.20"]'
  await service.services.database.db
    .insertInto('edge_processes')
    .values([
      { id: 'a', location: 'Virginia', addresses, seen_at: now - 60_000, report: JSON.stringify(report) },
      // a machine whose clock is ahead doesn't seem silent while the test runs
      { id: 'b', location: 'Oslo', addresses, seen_at: now + 3600_000, report: JSON.stringify(report) },
    ])
    .execute()
}

test('the cache page says how the edge nodes are', async ({ page, mock, signIn }) => {
  await mock.edge()
  await addNodes(mock)
  const { id } = await siteOf(mock)
  await signIn('account', `/sites/${id}/cache`)
  const panel = page.getByRole('region', { name: 'Edge nodes' })
  const node = (location: string) => panel.getByRole('listitem').filter({ hasText: location })
  await expect(node('Frankfurt')).toContainText('up, every purge is done')
  await expect(node('Oslo')).toContainText('behind, missing purges and changes since')
  await expect(node('Virginia')).toContainText('away since')
  // what else they report is for the operator
  await expect(panel).not.toContainText('clock')
  await expect(panel).not.toContainText('203.0.113.20')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})
