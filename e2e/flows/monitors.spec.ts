import type { Page } from '@playwright/test'
import { selectPart } from '../charts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, heading, row, test } from '../fixtures.ts'
import { seedMany } from '../mock/seed-many.ts'
import { monitorId, newestSamples, rename } from '../samples.ts'

const status = (page: Page, name: string) => row(page, name).getByRole('cell').nth(2)
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check()

test.describe('the list', () => {
  test('can be searched, and shows the status and recent results of each monitor', async ({ page, signIn }) => {
    await signIn('account')
    await page.getByRole('link', { name: 'Monitors', exact: true }).click()
    await expect(heading(page, 'Monitors')).toBeVisible()
    await expect(status(page, 'Returns desk')).toContainText('Running')
    await expect(row(page, 'Returns desk')).toContainText('critical')
    await expect(
      row(page, 'Returns desk').getByRole('img', { name: /^Latest \d+ results: \d+ critical/ }),
    ).toBeVisible()
    await expect(row(page, 'Shop API health').getByRole('img', { name: /^First byte of the latest/ })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('shop')
    await expect(page).toHaveURL(/search_term=shop/)
    await expect(row(page, 'Returns desk')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Old shop' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('nothing like it')
    await expect(page.getByText('No monitors match “nothing like it”')).toBeVisible()
  })

  test('is filtered by state and result, which the address holds', async ({ page, signIn }) => {
    await signIn('account', '/monitors')
    await page.getByRole('combobox', { name: 'State' }).selectOption('Paused')
    await expect(page).toHaveURL(/status=SUSPENDED/)
    await expect(row(page, 'Returns desk')).toHaveCount(0)
    await expect(row(page, 'Old shop')).toBeVisible()
    await page.getByRole('combobox', { name: 'State' }).selectOption('All states')
    await page.getByRole('combobox', { name: 'Last result' }).selectOption('critical')
    await expect(page).toHaveURL(/severity=3/)
    await expect(row(page, 'Old shop')).toHaveCount(0)
    await page.reload()
    await expect(row(page, 'Returns desk')).toContainText('critical')
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('nothing like it')
    await page.getByRole('button', { name: 'Show all monitors' }).click()
    await expect(row(page, 'Old shop')).toBeVisible()
  })

  test('selects a range with Shift; what can be done stays in view while some are selected', async ({
    page,
    signIn,
  }) => {
    await signIn('account', '/monitors')
    const start = page.getByRole('button', { name: 'Start', exact: true })
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
    await expect(boxes.first()).toBeVisible()
    await expect(start).toHaveCount(0)
    await boxes.nth(1).check()
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    await expect(page.getByText('4 selected')).toBeVisible()
    const rows = page.getByRole('table', { name: 'Monitors' }).getByRole('row')
    const colour = (n: number) => rows.nth(n).evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await colour(3)).not.toBe(await colour(6))
    await rows.last().scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 5000)
    await expect(start).toBeInViewport()
    await page.getByRole('checkbox', { name: '4 selected' }).check()
    await page.getByRole('checkbox', { name: /selected$/ }).uncheck()
    await expect(start).toHaveCount(0)
  })

  test('reads the samples of all rows in one request', async ({ page, signIn }) => {
    await signIn('account')
    const requests: string[] = []
    page.on('request', (request) => {
      if (/\/api\/samples\?/.test(request.url())) requests.push(request.url())
    })
    await page.goto('/monitors?per_page=10')
    await expect(row(page, 'Checkout on 3G').getByRole('img', { name: /^Latest/ })).toBeVisible()
    expect(requests).toHaveLength(1)
  })

  test('starts and pauses several monitors; those that fail stay selected with the reason', async ({
    page,
    signIn,
  }) => {
    await signIn('account', '/monitors')
    await select(page, 'Old shop')
    await select(page, 'Never started')
    await select(page, 'writes-only.fail-503.test')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByText('2 started, 1 failed. See the list for the reason.')).toBeVisible()
    await expect(status(page, 'Old shop')).toContainText('Running')
    await expect(row(page, 'writes-only.fail-503.test')).toContainText('The service cannot answer now.')
    await expect(page.getByRole('checkbox', { name: 'Select writes-only.fail-503.test' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Select Old shop' })).not.toBeChecked()
    await page.getByRole('checkbox', { name: 'Select writes-only.fail-503.test' }).uncheck()
    await select(page, 'Old shop')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(page.getByText('1 paused.')).toBeVisible()
    await expect(status(page, 'Old shop')).toContainText('Paused')
    // undone, it says what it did
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByText('1 started.')).toBeVisible()
    await expect(status(page, 'Old shop')).toContainText('Running')
  })
})

test('the list and the form can be used with the keyboard alone', async ({ page, signIn }) => {
  await signIn('account', '/monitors')
  await page.getByRole('checkbox', { name: 'Select Never started' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Start', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 started.')).toBeVisible()
  await page.goto('/monitors/new')
  await page.getByRole('textbox', { name: 'Addresses' }).focus()
  await page.keyboard.type('keys.example')
  await page.getByRole('checkbox', { name: 'Frankfurt' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByText(/^2 samples every/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'keys.example/')).toBeVisible()
})

test.describe('a monitor', () => {
  test('shows its results; the address holds what the chart shows', async ({ page, signIn }) => {
    await signIn('account', '/monitors?search_term=home')
    await page.getByRole('link', { name: 'Home, three locations' }).click()
    await expect(
      page.getByText(/of \d+ rounds answered without HTTP\s5xx; [\d.]+\s% of samples without issues/),
    ).toBeVisible()
    await expect(page.getByRole('img', { name: /^Largest contentful paint, p75 by location/ })).toBeVisible()
    await page.getByRole('combobox', { name: 'Metric' }).selectOption('Load')
    await page.getByRole('combobox', { name: 'Percentile' }).selectOption('p95')
    await page.getByRole('combobox', { name: 'Split by' }).selectOption('by connection')
    await expect(page.getByRole('img', { name: /^Load, p95 by connection/ })).toBeVisible()
    await expect(page).toHaveURL(/metric=load.*p=p95.*by=connectivity/)
    await page.getByRole('radio', { name: '7 d' }).click({ force: true })
    await expect(page).toHaveURL(/range=7d/)
    await expect(page.getByRole('table', { name: 'Issues by code' })).toBeVisible()
    const latest = page.getByRole('table', { name: 'Latest samples' })
    await expect(latest.getByRole('link').first()).toHaveAttribute('href', /\/samples\//)
  })

  test('has the worst of its latest round as its result, as in the list', async ({ page, mock, signIn }) => {
    const { db } = mock.service.services.database
    const id = await monitorId(mock, 'Home, three locations')
    const [last = '', other = ''] = await newestSamples(mock, 'Home, three locations', 2)
    const taken_at = new Date(mock.clock.now()).toISOString()
    const round = { due_at: taken_at, sample_type: 2, judged: true }
    const last_sample = JSON.stringify({ id: last, taken_at, sample_type: 0, metrics: {}, judged: true, round })
    await db.updateTable('samples').set({ sample_type: 2 }).where('id', '=', other).execute()
    await db.updateTable('monitors').set({ last_sample }).where('id', '=', id).execute()
    await signIn('account', '/monitors')
    await expect(row(page, 'Home, three locations').getByRole('cell').nth(3)).toContainText('error')
    await page.goto(`/monitors/${id}`)
    await expect(figure(page, 'Latest result')).toContainText('error')
  })

  test('zooms to a range selected in its chart, and opens the samples of it', async ({ page, mock, signIn }) => {
    await signIn('account', `/monitors/${await monitorId(mock, 'Home, three locations')}?metric=load`)
    const chart = page.getByRole('img', { name: /^Load, p75 by location/ })
    await selectPart(page, chart, /^Frankfurt: /, 0.6, 0.8)
    await expect(page).toHaveURL(/\/monitors\/.*metric=load&from=2026-11-.*&to=2026-11-/)
    await expect(chart).toHaveAttribute('aria-label', /^Load, p75 by location, over \d+ Nov 2026, \d\d:\d\d to /)
    await page.getByRole('link', { name: 'Samples of this range' }).click()
    await expect(page).toHaveURL(/samples\?profile=.*metric=load&from=2026-11-/)
    await page.goBack()
    await page.getByRole('button', { name: 'Show the last 48 hours' }).click()
    await expect(chart).toHaveAttribute('aria-label', /over the last 48 hours$/)
  })

  test('counts the issues of the latest samples, and of all on request', async ({ page, mock, signIn }) => {
    await signIn('account', null)
    const id = await monitorId(mock, 'Missing page')
    await page.goto(`/monitors/${id}?range=7d`)
    const issues = page.getByRole('table', { name: 'Issues by code' })
    await expect(page.getByText(/^in the latest \d+ of \d+ samples with issues$/)).toBeVisible()
    const some = await issues.getByRole('row').nth(1).getByRole('cell').nth(3).innerText()
    await rename(mock, id, 'slow.test')
    await page.getByRole('button', { name: /^Count all \d+$/ }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await rename(mock, id, 'Missing page')
    await page.getByRole('button', { name: /^Count all \d+$/ }).click()
    await expect(page.getByText(/^in \d+ samples from the last 7 days$/)).toBeVisible()
    const all = await issues.getByRole('row').nth(1).getByRole('cell').nth(3).innerText()
    expect(Number(all)).toBeGreaterThan(Number(some))
    await page.getByRole('link', { name: 'All samples' }).click()
    await expect(page.getByText('Missing page · all locations')).toBeVisible()
    await page.goBack()
    await issues.getByRole('link', { name: 'Client error (4xx)' }).click()
    await expect(page).toHaveURL(/issue=http-4xx/)
    // as many as the monitor's page counted, in the same range
    await expect(page.getByRole('radio', { name: 'all' })).toHaveAccessibleName(`all ${all}`)
    await page.getByRole('button', { name: 'Remove Client error (4xx)' }).click()
    await expect(page).not.toHaveURL(/issue=/)
  })

  test('draws lines by connection, of however many samples', async ({ page, mock, signIn }) => {
    const many = await seedMany(mock.service.services, mock.account.id, 2300)
    await signIn('account', `/monitors/${many}?range=30d&by=connectivity`)
    await expect(page.getByRole('img', { name: /^Largest contentful paint, p75 by connection/ })).toBeVisible()
    await expect(page.getByText(/This chart shows the latest/)).toHaveCount(0)
  })

  test.describe('of a service with documented operations only', () => {
    test.use({ documentedOnly: true })

    test('draws lines from the latest samples, and from all on request', async ({ page, mock, signIn }) => {
      const many = await seedMany(mock.service.services, mock.account.id, 2300)
      await signIn('account', `/monitors/${many}?range=30d&by=connectivity`)
      await expect(page.getByText(/shows the latest 2,000 of 2,\d{3} samples/)).toBeVisible()
      await page.getByRole('button', { name: /^Load all 2,\d{3}$/ }).click()
      await expect(page.getByText(/This chart shows the latest/)).toHaveCount(0)
      await expect(page.getByRole('img', { name: /^Largest contentful paint, p75 by connection/ })).toBeVisible()
    })
  })

  test('is deleted after confirmation', async ({ page, signIn }) => {
    await signIn('account', '/monitors?search_term=old')
    await page.getByRole('link', { name: 'Old shop' }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete monitor' }).click()
    await expect(heading(page, 'Monitors')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Old shop' })).toHaveCount(0)
  })

  test('is listed with its site’s monitors, for a partner too', async ({ page, mock, signIn }) => {
    await signIn('partner', `/accounts/${mock.account.id}/monitors?search_term=checkout`)
    await expect(page.getByRole('link', { name: 'Checkout on 3G' })).toBeVisible()
    await page.goto(`/accounts/${mock.account.id}`)
    await page.getByRole('link', { name: 'www.fjordbikes.example', exact: true }).click()
    await page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name: 'Monitors' }).click()
    await expect(page.getByRole('link', { name: 'Home, three locations' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Shop API health' })).toHaveCount(0)
  })
})

test.describe('records with unknown fields', () => {
  test.use({ unknownRecords: true, documentedOnly: true })

  test('are shown in full, in the list and on their pages', async ({ page, signIn }) => {
    await signIn('account', '/monitors')
    const first = row(page, 'Old shop')
    await first.getByText('Full record').click()
    await expect(first).toContainText('front page')
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Old shop' }).click()
    await expect(heading(page, 'Old shop')).toBeVisible()
    await expect(page.getByText('This service reports its monitors in fields that')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Full record' })).toContainText('https://www.example/foreign')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Clone' }).click()
    await page.getByRole('textbox', { name: 'Addresses' }).fill('https://www.example/')
    await page.getByRole('textbox', { name: 'Name' }).fill('Made')
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await expect(heading(page, 'Made')).toBeVisible()
    await page.goto('/tests')
    await expect(row(page, 'Launch rehearsal')).toContainText('Full record')
  })
})
