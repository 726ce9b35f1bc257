import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { listFleet, readFleetChanges, type ReplyOf } from '../../../contract/index.ts'
import { aFleetSite, onePage } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { StubService } from '../../test/stub-service.ts'

const none = { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, idle: 0, healthy: 0 }
const pollMs = 5000

/** A fleet of one site, which is down since the second revision. */
function fleet(revision: '1' | '2' | '3'): ReplyOf<typeof listFleet> {
  const isDown = revision === '2'
  return {
    ...onePage({
      sites: [
        isDown
          ? aFleetSite({ trouble: 'down', severity: 3, kind: 'down', cause: 'HTTP 503', since: '2026-11-21T10:00:00Z' })
          : aFleetSite(),
      ],
    }),
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
  const row = page.getByRole('row').filter({ hasText: aFleetSite().host })
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
