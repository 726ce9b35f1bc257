import { expect, expectAccessible, heading, row, siteIn, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const db = (mock: Mock) => mock.service.services.database.db

/** A site that answers 503, and its account. */
async function failingSite(mock: Mock): Promise<{ path: string; account: string; id: string }> {
  const site = await db(mock)
    .selectFrom('sites')
    .select(['id', 'account_id'])
    .where('host', '=', 'page-503.test')
    .executeTakeFirstOrThrow()
  const account = site.account_id ?? ''
  return { path: `/accounts/${account}/sites/${site.id}`, account, id: site.id }
}

/** Ends all open incidents of a site or account. */
async function endIncidents(mock: Mock, column: 'site_id' | 'account_id', id: string): Promise<void> {
  const now = mock.service.services.world.clock.now()
  await db(mock)
    .updateTable('incidents')
    .set({ ended_at: now, closed_at: now, end_reason: 'recovered' })
    .where(column, '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

test('a site that is down says so, since when and whose fault it is, two clicks from the evidence', async ({
  page,
  mock,
  signIn,
}) => {
  await signIn('partner', (await failingSite(mock)).path)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict).toContainText(/Down since 20 Nov 2026, .* HTTP 503 · Frankfurt · the origin, not the service/)
  const facts = page.locator('dl > div').filter({ hasText: 'Page score' })
  await expect(facts.locator('dd').first()).toContainText('–')
  await verdict.getByRole('link', { name: 'See the incident' }).click()
  await expect(heading(page, 'Down: page-503.test')).toBeVisible()
  await expect(verdict).toContainText('page-503.test is down in Frankfurt: it returns HTTP 503')
  await expect(verdict).toContainText('The service passed on what the origin answered.')
  await page.getByRole('link', { name: 'Last failed sample, Frankfurt' }).click()
  await expect(page.getByRole('table', { name: 'Response headers of the page' })).toContainText('cache-status')
})

test('the verdict stands on every page of the site', async ({ page, mock, signIn }) => {
  await signIn('partner', (await failingSite(mock)).path)
  await page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name: 'Traffic' }).click()
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Down since')
})

test('a recovery is shown and announced without a reload', async ({ page, mock, signIn }) => {
  const { path, id } = await failingSite(mock)
  await signIn('partner', path)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict).toContainText('Down since')
  await endIncidents(mock, 'site_id', id)
  await page.clock.setFixedTime(mock.clock.now() + 60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('status').filter({ hasText: /^Healthy$/ })).toBeAttached()
  await expect(verdict).toContainText(/Healthy · home page checked \d+\smin ago/)
})

test('a healthy site is quiet, and leads to its latest sample', async ({ page, mock, signIn }) => {
  const { id } = await siteIn(mock, 'active')
  await endIncidents(mock, 'site_id', id)
  await signIn('account', `/sites/${id}`)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict).toContainText(/Healthy · home page checked/)
  await verdict.getByRole('link', { name: 'Latest sample' }).click()
  await expect(page).toHaveURL(/\/samples\/[^/]+$/)
})

test('a site in maintenance isn’t called down', async ({ page, mock, signIn }) => {
  const { id } = await siteIn(mock, 'maintenance')
  await signIn('account', `/sites/${id}`)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict).toContainText('Maintenance · Visitors get a maintenance page')
})

test('a row of a site’s latest samples opens the sample', async ({ page, mock, signIn }) => {
  const { id } = await siteIn(mock, 'active')
  await signIn('account', `/sites/${id}`)
  await page.getByRole('table', { name: 'Latest samples' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/samples\/[^/]+$/)
})

test('incidents are filtered, and the filters are in the address', async ({ page, signIn }) => {
  await signIn('account', '/')
  await page.getByRole('link', { name: 'Incidents', exact: true }).click()
  await expect(heading(page, 'Incidents')).toBeVisible()
  const table = page.getByRole('table', { name: 'Incidents' })
  await expect(table.getByText('Ended').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Open' }).click({ force: true })
  await expect(page).toHaveURL(/open=true/)
  await expect(row(page, 'page-503.fjordbikes.example')).toContainText('HTTP 503')
  await expect(table.getByText('Ended')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Certificate')
  await expect(page.getByText('No open incidents match', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('No open incidents match', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show all incidents' }).click()
  await page.getByRole('combobox', { name: 'Monitor' }).selectOption('Missing page')
  await expect(page).toHaveURL(/monitor_id=/)
  await expect(table.getByRole('row')).toHaveCount(2)
  await table.getByRole('link', { name: /^Down/ }).click()
  await expect(heading(page, 'Down: page-404.fjordbikes.example')).toBeVisible()
})

test('an origin that fails at the edge is shown with what the edge saw', async ({ page, mock, signIn }) => {
  const { id, host } = await siteIn(mock, 'active')
  await endIncidents(mock, 'site_id', id)
  const edge = await mock.edge()
  for (let i = 0; i < 8; i++) await edge.visit(host, `/fails?${i}`)
  await edge.flush()
  await expect(async () => {
    await mock.clock.advance(15_000)
    const open = db(mock).selectFrom('incidents').select('id').where('kind', '=', 'origin').where('site_id', '=', id)
    expect(await open.execute()).toHaveLength(1)
  }).toPass()
  await signIn('account', `/sites/${id}`)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict).toContainText(/Your server fails since .* HTTP 503 · your server, not the service/)
  await verdict.getByRole('link', { name: 'See the incident' }).click()
  await expect(heading(page, `Your server fails: ${host}`)).toBeVisible()
  const chart = page.getByRole('img', {
    name: /^Requests answered by the service and by your server.* Shaded: incident$/,
  })
  await expect(chart.locator('rect')).toHaveCount(1)
  await expect(page.getByRole('listitem').filter({ hasText: /^Incident$/ })).toBeVisible()
  await expect(verdict).toContainText(`Your server behind ${host} fails: it returns HTTP 503`)
  await expect(verdict).toContainText(/HTTP 503 · It’s your server, not the service(?!\.)/)
  await expect(page.locator('dl > div').filter({ hasText: 'Seen by' })).toContainText(
    '8 of 8 requests to your server failed',
  )
  await expect(page.getByText('Where and when')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/incidents?kind=origin')
  await expect(row(page, host)).toContainText('Open')
  await row(page, 'transparent.fjordbikes.example').getByRole('link').first().click()
  await expect(page.locator('dl > div').filter({ hasText: 'Ended' })).toContainText('First good minute')
  await expect(page.getByText(/^[\d,]+ of [\d,]+ requests to your server failed$/)).toBeVisible()
})

test('a slow page is slow, not failed, and leads to what changed before', async ({ page, signIn }) => {
  await signIn('account', '/incidents?kind=slow')
  await page.getByRole('table', { name: 'Incidents' }).getByRole('link', { name: /^Slow/ }).first().click()
  await expect(heading(page, /^Slow: /)).toBeVisible()
  const table = page.getByRole('table', { name: 'Where and when' })
  await expect(table.getByRole('columnheader', { name: 'Slow samples' })).toBeVisible()
  await expect(table.getByRole('link', { name: /^First slow sample/ }).first()).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/fail/i)
  await page.getByRole('link', { name: 'What changed in the 24 h before' }).click()
  await expect(heading(page, 'What changed')).toBeVisible()
  await expect(page).toHaveURL(/changes\?.*from=.*to=/)
})

test('an ended incident says when and why it ended', async ({ page, mock, signIn }) => {
  await endIncidents(mock, 'account_id', mock.account.id)
  const { id } = await db(mock)
    .selectFrom('incidents')
    .select('id')
    .where('host', '=', 'page-503.fjordbikes.example')
    .executeTakeFirstOrThrow()
  await signIn('account', `/incidents/${id}`)
  const ended = page.locator('dl > div').filter({ hasText: 'First of three good rounds' })
  await expect(ended).toContainText('Ended')
  await db(mock).updateTable('incidents').set({ end_reason: 'unwatched' }).where('id', '=', id).execute()
  await page.reload()
  await expect(page.getByText('Its monitor was paused, changed or deleted.')).toBeVisible()
  await expect(page.getByText('First of three good rounds')).toHaveCount(0)
})

test('a monitor’s page tells what is wrong now', async ({ page, mock, signIn }) => {
  const { id } = await db(mock)
    .selectFrom('monitors')
    .select('id')
    .where('name', '=', 'Returns desk')
    .executeTakeFirstOrThrow()
  await signIn('account', `/monitors/${id}`)
  await expect(page.getByText('page-503.fjordbikes.example is down in Frankfurt: it returns HTTP 503.')).toBeVisible()
  await page.getByRole('link', { name: 'See the incident' }).click()
  await expect(heading(page, 'Down: page-503.fjordbikes.example')).toBeVisible()
  await page.getByRole('link', { name: 'All samples' }).click()
  await expect(page.getByRole('radio', { name: /critical/ })).toBeChecked()
  // what all of them have
  await expect(page.getByRole('application', { name: /^Status over time/ })).toBeVisible()
})
