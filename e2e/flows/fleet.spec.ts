import { randomUUID } from 'node:crypto'
import { expect, heading, siteIn, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

/** Opens an incident of a host, as the service does when its samples fail. @returns its id */
async function openIncident(mock: Mock, host: string, incident: object = {}): Promise<string> {
  const { db } = mock.service.services.database
  const now = mock.service.services.world.clock.now()
  const site = await db.selectFrom('sites').selectAll().where('host', '=', host).executeTakeFirstOrThrow()
  const id = randomUUID()
  await db
    .insertInto('incidents')
    .values({
      id,
      account_id: site.account_id ?? '',
      site_id: site.id,
      host,
      kind: 'down',
      severity: 3,
      cause: 'HTTP 503',
      started_at: now - 2 * 3600_000,
      ended_at: null,
      opened_at: now,
      closed_at: null,
      end_reason: null,
      partly: 0,
      ...incident,
    })
    .execute()
  return id
}

test('which customers have trouble now takes one look', async ({ page, mock, signIn }) => {
  await signIn('partner', '/')
  await expect(heading(page, 'Fleet')).toBeVisible()
  const { counts } = await page.evaluate(async (partner) => {
    const reply = await fetch(`/api/partners/${partner.id}/sites`, { headers: { 'SERVICE-API-KEY': partner.key } })
    return (await reply.json()) as { counts: Record<string, number> }
  }, mock.partner)
  await expect(page.getByRole('checkbox', { name: `Down ${counts['down']}` })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Sites' }).getByRole('row')
  const worst = rows.nth(1)
  await expect(worst).toContainText(/(down|slow) · /i)
  await expect(worst).toContainText(/Nov, \d\d:\d\d/)
})

test('the order is named, and an arrow means the order of its column', async ({ page, signIn }) => {
  await signIn('partner', '/')
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await expect(order.getByRole('option', { selected: true })).toHaveText('Most urgent first')
  await expect(page.getByRole('columnheader', { name: 'Verdict' }).getByRole('button')).toHaveCount(0)
  await expect(page.locator('th:is([aria-sort=ascending], [aria-sort=descending])')).toHaveCount(0)
  await page.getByRole('button', { name: 'Requests' }).click()
  await expect(order.getByRole('option', { selected: true })).toHaveText('Most requests first')
  await page.getByRole('button', { name: 'Requests' }).click()
  await expect(order.getByRole('option', { selected: true })).toHaveText('Fewest requests first')
  await order.selectOption('Most urgent first')
  await expect(page).not.toHaveURL(/sort_by|direction/)
})

test('the chips count what the search finds, and another search isn’t news', async ({ page, mock, signIn }) => {
  const sites = await mock.service.services.database.db
    .selectFrom('site_status')
    .select(['account_id', 'trouble'])
    .where('partner_id', '=', mock.partner.id)
    .execute()
  const own = sites.filter(({ account_id }) => account_id === mock.account.id)
  const chip = (name: string, trouble: string, of: typeof sites) =>
    page.getByRole('checkbox', {
      name: `${name} ${of.filter((site) => site.trouble === trouble).length}`,
      exact: true,
    })
  await signIn('partner', '/?search_term=fjordbikes@example.com')
  await expect(chip('Down', 'down', own)).toBeVisible()
  await expect(chip('Healthy', 'healthy', own)).toBeVisible()
  // the trouble that is chosen doesn't change them
  await page.getByRole('checkbox', { name: /^Maintenance/ }).click({ force: true })
  await expect(page.getByRole('table', { name: 'Sites' }).getByRole('row')).toHaveCount(1 + 1)
  await expect(chip('Down', 'down', own)).toBeVisible()
  await expect(chip('Healthy', 'healthy', own)).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(chip('Healthy', 'healthy', sites)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'more site' })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveAccessibleDescription(/more urgent/)
})

test('a phone sorts by a list of orders, and shows what it sorts by', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('partner', '/')
  await expect(page.getByRole('columnheader').getByRole('button')).toHaveCount(0)
  const first = page.getByRole('table', { name: 'Sites' }).getByRole('row').nth(1)
  await expect(first).not.toContainText(/Requests|Availability/)
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await order.selectOption('Most requests first')
  await expect(page).toHaveURL(/sort_by=requests/)
  await expect(first).toContainText(/Requests \d/)
  await order.selectOption('Least available first')
  await expect(first).toContainText(/Availability \d/)
  await expect(first).not.toContainText('Requests')
  await order.selectOption('Slowest home page first')
  await expect(first).toContainText(/Home page LCP \d/)
})

test('“slow since this morning” is at most three clicks from its cause', async ({ page, mock, signIn }) => {
  const host = 'transparent.fjordbikes.example'
  await openIncident(mock, host, { kind: 'slow', severity: 1, cause: 'LCP 9.1 s, usually 2.0 s' })
  await signIn('partner', '/')
  // the first click
  await page.getByRole('checkbox', { name: /^Slow \d/ }).click({ force: true })
  await expect(page).toHaveURL(/trouble=slow/)
  const row = page.getByRole('row').filter({ hasText: host })
  await expect(row).toContainText('Slow · LCP 9.1 s, usually 2.0 s')
  // the second
  await row.getByRole('link', { name: host }).click()
  await expect(heading(page, host)).toBeVisible()
  await expect(page.getByText('LCP 9.1 s, usually 2.0 s').first()).toBeVisible()
})

test('search, chips, sorting and the page are in the address', async ({ page, signIn }) => {
  await signIn('partner', '/')
  const rows = page.getByRole('table', { name: 'Sites' }).getByRole('row')
  await page.getByRole('searchbox').fill('fjordbikes@example.com')
  await expect(page).toHaveURL(/search_term=fjordbikes%40example.com/)
  await expect(rows).toHaveCount(1 + 8)
  await page.getByRole('button', { name: 'Home page LCP' }).click()
  await expect(page).toHaveURL(/sort_by=lcp/)
  await expect(page.getByRole('columnheader', { name: 'Home page LCP' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('checkbox', { name: /^Maintenance/ }).click({ force: true })
  await expect(rows).toHaveCount(1 + 1)
  await page.reload()
  await expect(rows).toHaveCount(1 + 1)
  await page.getByRole('searchbox').fill('nobody at all')
  await expect(page.getByText('No sites in maintenance match “nobody at all”')).toBeVisible()
  await page.getByRole('button', { name: 'Show all sites' }).click()
  await expect(rows).toHaveCount(1 + 25)
})

test('a search that finds more sites than it counts says so', async ({ page, mock, signIn }) => {
  const { db } = mock.service.services.database
  const site = await db.selectFrom('sites').selectAll().where('account_id', 'is not', null).executeTakeFirstOrThrow()
  for (let i = 0; i < 501; i++) {
    const id = randomUUID()
    const names = {
      host: `many-${i}.example`,
      service_cname: `${id}.edge.example`,
      preview_host: `${id}.preview.example`,
    }
    await db
      .insertInto('sites')
      .values({ ...site, ...names, id, first: 0 })
      .execute()
  }
  await signIn('partner', '/?search_term=many-')
  await expect(page.getByText('More than 500 sites match “many-”. Type more to narrow the search.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages of sites' })).toContainText('1–25 of more than 500')
  await page.getByRole('searchbox').fill('many-49')
  await expect(page.getByRole('navigation', { name: 'Pages of sites' })).toContainText('1–11 of 11')
  await expect(page.getByText('Type more')).toHaveCount(0)
  await page.getByRole('searchbox').fill('many-499')
  await expect(page.getByText(/^The site found is(n’t)? in trouble\./)).toBeVisible()
})

test('the palette finds a site of any account by its host', async ({ page, signIn }) => {
  await signIn('partner')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('transparent.fjord')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^transparent\.fjordbikes/ })
    .click()
  await expect(heading(page, 'transparent.fjordbikes.example')).toBeVisible()
})

test('the palette says how many more sites match, and finds pages by what they are for', async ({
  page,
  mock,
  signIn,
}) => {
  await signIn('partner')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('fjordbikes.example')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^All sites matching “fjordbikes.example” 3 more/ })
    .click()
  await expect(page).toHaveURL(/search_term=fjordbikes.example/)
  const { id } = await siteIn(mock, 'active')
  await page.goto(`/accounts/${mock.account.id}/sites/${id}`)
  await expect(page.getByRole('region', { name: 'DNS' })).toBeVisible()
  for (const [typed, name] of [
    ['dns', /: DNS record$/],
    ['purge', /: Cache$/],
    ['report', /: Traffic$/],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await expect(page.getByRole('dialog').getByRole('option', { name })).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

test('the account list says which accounts are in trouble, and leads to their sites', async ({
  page,
  mock,
  signIn,
}) => {
  await openIncident(mock, 'www.fjordbikes.example')
  await signIn('partner', '/accounts?search_term=fjord')
  const row = page.getByRole('row').filter({ hasText: 'Fjord Bikes' })
  await expect(row).toContainText('Paid')
  const { db } = mock.service.services.database
  const sites = await db.selectFrom('sites').select('id').where('account_id', '=', mock.account.id).execute()
  const { last_sign_in_at: signedIn } = await db
    .selectFrom('accounts')
    .select('last_sign_in_at')
    .where('id', '=', mock.account.id)
    .executeTakeFirstOrThrow()
  await expect(row.getByRole('cell').nth(2)).toContainText(String(sites.length))
  await expect(row.getByRole('cell').nth(5)).toContainText(signedIn === null ? 'never' : /\d{4}/)
  await row.getByRole('link', { name: '1 site' }).click()
  await expect(heading(page, 'Fleet')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('Down · HTTP 503')
})

test.describe('against a service without the list of all sites', () => {
  test.use({ documentedOnly: true })
  test('a partner starts with the accounts, and is told why', async ({ page, signIn }) => {
    await signIn('partner', '/')
    await expect(heading(page, 'Accounts')).toBeVisible()
    await expect(page.getByText('This service doesn’t list the sites of all accounts.')).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Trouble' })).toHaveCount(0)
  })
})
