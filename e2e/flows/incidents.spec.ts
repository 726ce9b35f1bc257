import { expect, expectAccessible, heading, row, siteIn, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'
import { test as reading } from '../read-only.ts'

const db = (mock: Mock) => mock.service.services.database.db

/** Ends all open incidents of a site. */
async function endIncidents(mock: Mock, id: string): Promise<void> {
  const now = mock.service.services.world.clock.now()
  await db(mock)
    .updateTable('incidents')
    .set({ ended_at: now, closed_at: now, end_reason: 'recovered' })
    .where('site_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

reading(
  'a site that is down says so, since when and whose fault it is, two clicks from the evidence',
  async ({ page, signIn }) => {
    await signIn('partner', '/accounts/{faulty}/sites/{down}')
    const verdict = page.getByRole('region', { name: 'Health' })
    await expect(verdict).toContainText(/Down since 20 Nov 2026, .* HTTP 503 · Frankfurt · the origin, not the service/)
    const facts = page.locator('dl > div').filter({ hasText: 'LCP, 75th percentile' })
    await expect(facts.locator('dd').first()).toContainText('–')
    await verdict.getByRole('link', { name: 'View incident' }).click()
    await expect(heading(page, 'Down: page-503.test')).toBeVisible()
    await expect(verdict).toContainText('It returns HTTP 503 in Frankfurt')
    await expect(verdict).toContainText('The service passed on what the origin answered.')
    await page.getByRole('link', { name: 'Latest failure, Frankfurt' }).click()
    await expect(page.getByRole('table', { name: 'Response headers of the page' })).toContainText('cache-status')
  },
)

test('an origin that fails at the edge is shown with what the edge saw', async ({ page, mock, signIn }) => {
  const { id, host } = await siteIn(mock, 'active')
  await endIncidents(mock, id)
  const edge = await mock.edge()
  for (let i = 0; i < 8; i++) await edge.visit(host, `/fails?${i}`)
  await edge.flush()
  await expect(async () => {
    await mock.clock.advance(15_000)
    const open = db(mock).selectFrom('incidents').select('id').where('kind', '=', 'origin').where('site_id', '=', id)
    expect(await open.execute()).toHaveLength(1)
  }).toPass()
  await signIn('account', `/sites/${id}`)
  const verdict = page.getByRole('region', { name: 'Health' })
  await expect(verdict).toContainText(/Server errors since .* HTTP 503 · your server, not the service/)
  await verdict.getByRole('link', { name: 'View incident' }).click()
  await expect(heading(page, `Server errors: ${host}`)).toBeVisible()
  const failures = page.getByRole('region', { name: 'Failed requests' })
  await expect(failures.locator('dl > div')).toHaveText([
    'Failed8',
    'Requests to your server8',
    /^Share that failed100/,
  ])
  await expect(failures.getByRole('link', { name: 'Traffic around the incident' })).toBeVisible()
  await expect(verdict).toContainText('Your server fails: it returns HTTP 503')
  await expect(verdict).toContainText('It’s your server, not the service.')
  await expect(page.locator('dl > div').filter({ hasText: 'Seen by' })).toContainText(
    '8 of 8 requests to your server failed',
  )
  await expect(page.getByRole('heading', { name: 'Where' })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/incidents?kind=origin')
  await expect(row(page, host)).toContainText('Open')
  await row(page, 'transparent.fjordbikes.example').getByRole('link').first().click()
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('First good minute')
  await expect(page.getByText(/^[\d,]+ of [\d,]+ requests to your server failed$/)).toBeVisible()
})
