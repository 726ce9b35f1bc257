import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { listFleet, readFleetChanges, type ReplyOf } from '../../../contract/index.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { StubService } from '../../test/stub-service.ts'

const host = 'www.fjordbikes.example'
const none = { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, idle: 0, healthy: 0 }
const pollMs = 5000

/** A fleet of one site, which is down since the second revision. */
function fleet(revision: '1' | '2' | '3'): ReplyOf<typeof listFleet> {
  const isDown = revision === '2'
  return {
    sites: [
      {
        id: '01990000-0000-7000-8000-0000000000f1',
        host,
        account_id: accountId,
        account_name: 'Fjord Bikes',
        account_email: 'fjordbikes@example.com',
        state: 'active',
        trouble: isDown ? 'down' : 'healthy',
        severity: isDown ? 3 : 0,
        kind: isDown ? 'down' : null,
        cause: isDown ? 'HTTP 503' : null,
        since: isDown ? '2026-11-21T10:00:00.000Z' : null,
        partly: false,
        incidents: isDown ? 1 : 0,
        impact: 0,
        dns: 'service',
        availability: null,
        lcp_p75: null,
        lcp_p75_before: null,
        lcp_hours: [],
        requests: null,
        offload: null,
        measured_at: null,
      },
    ],
    current_page: 1,
    total_pages: 1,
    per_page: 25,
    total_entries: 1,
    more_entries: false,
    counts: { ...none, [isDown ? 'down' : 'healthy']: 1 },
    revision,
  }
}

test('new trouble appears without a reload, and is announced; so does its end', async () => {
  // the page asks again when the test says so
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  let latest: '1' | '2' | '3' = '1'
  const service = new StubService()
    .answer(listFleet, () => Response.json(fleet(latest)))
    .answer(readFleetChanges, ({ query }) => Response.json({ changed: query.get('revision') !== latest }))
  await renderPage('/', service)
  const row = page.getByRole('row').filter({ hasText: host })
  const news = page.getByRole('status').filter({ hasText: 'Down: 1 more site.' })
  await expect.element(row).toHaveTextContent('Healthy')
  await expect.poll(() => service.received(readFleetChanges)).toHaveLength(1)
  latest = '2'
  await vi.advanceTimersByTimeAsync(pollMs)
  await expect.element(row).toHaveTextContent('Down · HTTP 503')
  await expect.element(news).toBeInTheDocument()
  latest = '3'
  await expect.poll(() => service.received(readFleetChanges).at(-1)?.query.get('revision')).toBe('2')
  await vi.advanceTimersByTimeAsync(pollMs)
  await expect.element(row).toHaveTextContent('Healthy')
})
