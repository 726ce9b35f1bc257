import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, heading, row, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const db = (mock: Mock) => mock.service.services.database.db

async function monitorId(mock: Mock, name: string): Promise<string> {
  const found = await db(mock).selectFrom('monitors').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return found.id
}

/** A monitor's name says how the requests about it end. */
async function rename(mock: Mock, id: string, name: string): Promise<void> {
  await db(mock).updateTable('monitors').set({ name }).where('id', '=', id).execute()
}

async function newestSamples(mock: Mock, name: string, count: number): Promise<string[]> {
  const of = await monitorId(mock, name)
  const rows = await db(mock)
    .selectFrom('samples')
    .select('id')
    .where('monitor_id', '=', of)
    .orderBy('taken_at', 'desc')
    .orderBy('id')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

const list = (page: Page) => page.getByRole('table', { name: 'Samples', exact: true })
const chart = (page: Page) => page.getByRole('application')

/** One of a row of choices; what is chosen stands in the address, and the choice follows it. */
async function choose(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('radio', { name }).click({ force: true })
  await expect(page.getByRole('radio', { name })).toBeChecked()
}

async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = await chart(page).boundingBox()
  if (!box) throw new Error('the chart has no place')
  const at = (share: number) => box.x + share * box.width
  const y = box.y + box.height / 2
  await page.mouse.move(at(from), y)
  await page.mouse.down()
  await page.mouse.move(at((from + to) / 2), y)
  await page.mouse.move(at(to), y)
  await page.mouse.up()
}

test('a person picks monitors, narrows down, zooms in and opens a sample, all of it in the address', async ({
  page,
  mock,
  signIn,
}) => {
  await signIn('account')
  await page.getByRole('link', { name: 'Samples' }).click()
  await expect(heading(page, 'Samples')).toBeVisible()

  await page.getByRole('button', { name: '+ Monitor or test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Monitors and tests' })
  await dialog.getByRole('searchbox').fill('three places')
  await dialog.getByRole('checkbox', { name: /Home, three places/ }).check()
  await dialog.getByRole('checkbox', { name: 'Tokyo' }).uncheck()
  await dialog.getByRole('button', { name: 'Show 1 pick' }).click()
  await expect(page).toHaveURL(
    new RegExp(`profile=${await monitorId(mock, 'Home, three places')}%40Frankfurt%2CVirginia`),
  )
  await expect(page.getByText('Home, three places · Frankfurt, Virginia')).toBeVisible()
  await expect(list(page).getByRole('row')).toHaveCount(26)
  await expect(row(page, 'Tokyo')).toHaveCount(0)

  // 3 days of hourly rounds, 2 places, 2 lines, 2 views
  await expect(page.getByRole('radio', { name: 'all 576' })).toBeChecked()
  await expect(page.getByText('every sample as a point')).toBeVisible()
  await expect(page.getByRole('table', { name: 'By location and connectivity' }).getByRole('row')).toHaveCount(5)

  await choose(page, /^error/)
  await expect(page).toHaveURL(/severity=2/)
  await expect(list(page).getByRole('row').filter({ hasText: 'error' }).first()).toBeVisible()
  await expect(list(page).getByRole('row').filter({ hasText: / ok / })).toHaveCount(0)
  await choose(page, /^all/)

  await drag(page, 0.7, 0.9)
  await expect(page).toHaveURL(/from=2026-11-1\d.*&to=2026-11-2/)
  const zoomed = page.url()
  await page.reload()
  await expect(chart(page)).toBeVisible()
  expect(page.url()).toBe(zoomed)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page).not.toHaveURL(zoomed)

  await page.getByRole('combobox', { name: 'Add a metric' }).selectOption('First byte')
  await expect(chart(page)).toHaveCount(2)
  await expect(page).toHaveURL(/metric=time_to_display&metric=first_byte/)
  await page.getByRole('button', { name: 'Remove First byte' }).click()

  await list(page).getByRole('row').nth(1).getByRole('button').click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('Page score')).toBeVisible()
  await expect(page).toHaveURL(/sample=/)
  await page.reload()
  await drawer.getByRole('link', { name: 'Open the whole sample' }).click()
  await expect(page.getByRole('region', { name: 'Filmstrip and waterfall' })).toBeVisible()
})

test('the chart is read and opened by the keyboard, and stands as a table too', async ({ page, mock, signIn }) => {
  await signIn('account', `/samples?range=24h&profile=${await monitorId(mock, 'Checkout on 3G')}`)
  await expect(page.getByText('every sample as a point')).toBeVisible()
  await chart(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart(page).getByRole('status')).toHaveText(/21 Nov 2026.*: .*(ms|s), /)
  const before = page.url()
  await page.keyboard.press('+')
  await expect(page).not.toHaveURL(before)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(page.getByText('every sample as a point')).toBeVisible()
  await chart(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('First byte')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Table', exact: true }).first().click()
  await expect(page.getByRole('table', { name: 'Largest contentful paint over time, as a table' })).toBeVisible()
})

test('dates are those of the chosen zone, and a range that ends before it begins is refused', async ({
  page,
  signIn,
}) => {
  await signIn('account', '/samples')
  await choose(page, 'Dates')
  await page.getByRole('textbox', { name: 'From' }).fill('2026-11-21T08:00')
  await page.getByRole('textbox', { name: 'To' }).fill('2026-11-20T08:00')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('The range must begin before it ends.')
  await page.getByRole('textbox', { name: 'From' }).fill('2026-11-19T08:00')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/from=2026-11-19T/)
})

test('samples are exported as CSV and as JSON', async ({ page, mock, signIn }) => {
  await signIn('account', `/samples?profile=${await monitorId(mock, 'Checkout on 3G')}&dialog=export`)
  const dialog = page.getByRole('dialog', { name: 'Export samples' })
  const saved = async (format: 'CSV' | 'JSON') => {
    const started = page.waitForEvent('download')
    await dialog.getByRole('button', { name: `Export ${format}` }).click()
    const file = await started
    expect(file.suggestedFilename()).toBe(`samples.${format.toLowerCase()}`)
    return readFile(await file.path(), 'utf8')
  }
  const csv = (await saved('CSV')).trim().split('\r\n')
  expect(csv).toHaveLength(145)
  expect(csv[0]).toContain('taken_at,severity,')
  expect(csv[1]).toContain('Checkout on 3G')
  await expect(dialog.getByText('144 samples exported.')).toBeVisible()
  await choose(page, 'JSON')
  expect(JSON.parse(await saved('JSON'))).toHaveLength(144)
})

test('an export can be cancelled, and no file is made', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const of = await monitorId(mock, 'Shop API health')
  await page.goto(`/samples?profile=${of}`)
  await expect(page.getByRole('radio', { name: 'all 1,296' })).toBeVisible()
  await page.getByRole('button', { name: 'Export…' }).click()
  await rename(mock, of, 'slow.test')
  const dialog = page.getByRole('dialog', { name: 'Export samples' })
  await dialog.getByRole('button', { name: 'Export CSV' }).click()
  await dialog.getByRole('button', { name: 'Cancel export' }).click()
  await expect(dialog.getByText('Cancelled: no file was made.')).toBeVisible()
})

test.describe('a service of documented operations only', () => {
  test.use({ documentedOnly: true })

  test('has its pages fetched with progress, and the chart fills as they come', async ({ page, mock, signIn }) => {
    const of = await monitorId(mock, 'Shop API health')
    await rename(mock, of, 'slow.test')
    await signIn('account', `/samples?metric=first_byte&profile=${of}`)
    await expect(page.getByText(/This service tells no percentiles/)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(/00 of 1,296 fetched/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(/Stopped after \d+ of 1,296 samples/)).toBeVisible()
    await rename(mock, of, 'Shop API health')
    await page.getByRole('button', { name: 'Fetch again' }).click()
    await expect(page.getByText('every sample as a point')).toBeVisible()
    await expect(page.getByRole('row', { name: /^Frankfurt the line as it is 432/ })).toBeVisible()
  })
})

test('a monitor that is gone is said to be, and can be taken out', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const gone = '01930000-7c1e-7000-8000-0123456789ab'
  await page.goto(`/samples?profile=${gone}&profile=${await monitorId(mock, 'Checkout on 3G')}`)
  await expect(page.getByRole('alert')).toContainText('The samples could not be read.')
  await page.getByRole('button', { name: `Remove ${gone}` }).click()
  await expect(list(page)).toBeVisible()
})

for (const [name, words] of [
  ['fail-503.test', 'The service cannot answer now.'],
  ['fail-429.test', 'Try again in 3 seconds.'],
  ['malformed.test', 'The answer is not one of this API.'],
] as const) {
  test(`${name}: the page says what happened, and shows the samples once they can be read`, async ({
    page,
    mock,
    signIn,
  }) => {
    const of = await monitorId(mock, 'Checkout on 3G')
    await rename(mock, of, name)
    await signIn('account', `/samples?range=24h&metric=load&profile=${of}`)
    await expect(page.getByRole('alert')).toContainText(words, { timeout: 20_000 })
    await rename(mock, of, 'Checkout on 3G')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(list(page)).toBeVisible()
    await expect(page).toHaveURL(/range=24h&metric=load/)
  })
}

test('a site’s samples are those of its key page', async ({ page, signIn }) => {
  await signIn('account')
  await page.getByRole('link', { name: 'www.fjordbikes.example', exact: true }).click()
  await page.getByRole('navigation', { name: 'Pages of this site' }).getByRole('link', { name: 'Samples' }).click()
  await expect(page.getByText('www.fjordbikes.example · all locations')).toBeVisible()
  await expect(list(page).getByRole('row')).toHaveCount(26)
})

test('a sample is read down to its requests, and its neighbours are one step away', async ({ page, mock, signIn }) => {
  await signIn('partner', null)
  const [, second = ''] = await newestSamples(mock, 'www.fjordbikes.example', 2)
  await page.goto(`/accounts/${mock.account.id}/samples/${second}`)
  const table = page.getByRole('table', { name: /^Requests of/ })
  await expect(table.getByRole('row')).toHaveCount(17)
  await expect(page.getByRole('list', { name: 'Filmstrip' }).getByRole('img').last()).toHaveJSProperty(
    'naturalWidth',
    320,
  )
  await expect(page.getByRole('list', { name: 'Marks' })).toContainText('LCP')

  await choose(page, /^font/)
  await expect(table.getByRole('row')).toHaveCount(3)
  await page.getByRole('searchbox').fill('cdn.example')
  await expect(table.getByRole('row')).toHaveCount(2)
  await table.getByRole('button', { name: /fonts\.cdn\.example/ }).click()
  await expect(page.getByRole('region', { name: 'The chosen request' })).toContainText('TLS')

  const cursor = page.getByRole('slider', { name: /Time cursor/ })
  await cursor.focus()
  await page.keyboard.press('End')
  await expect(page.getByText(/16 of 16 requests done/)).toBeVisible()

  await page.getByRole('link', { name: 'Next ›' }).click()
  await expect(page).not.toHaveURL(new RegExp(second))
  await expect(page.getByRole('button', { name: 'Next ›' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: '‹ Before' }).click()
  await expect(page).toHaveURL(new RegExp(second))
  await page.getByRole('link', { name: 'Run again as a test' }).click()
  await expect(page).toHaveURL(/tests\/new\?from=/)
})

test('throttling that was asked for stands beside what was applied', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const [id = ''] = await newestSamples(mock, 'Checkout on 3G', 1)
  await page.goto(`/samples/${id}`)
  await expect(page.getByRole('row', { name: /Down 1,600\sKbps 1,600\sKbps/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'All metrics' })).toContainText('web.dev/articles/lcp')
})

test('five hundred requests are there, and only those in view are drawn', async ({ page, mock, signIn }) => {
  await signIn('account')
  const [id = ''] = await newestSamples(mock, 'Everything page', 1)
  await page.goto(`/samples/${id}`)
  const table = page.getByRole('table', { name: /^Requests of/ })
  await expect(table).toHaveAttribute('aria-rowcount', '501')
  expect(await table.getByRole('row').count()).toBeLessThan(80)
  await page.getByRole('region', { name: 'Filmstrip and waterfall' }).focus()
  await page.keyboard.press('End')
  await expect(table.getByRole('button', { name: /everything\/css-480/ })).toBeVisible()
  await expect(table.getByRole('button', { name: /-498\./ })).toBeVisible()
})

test('up to four samples are compared, aligned as one likes', async ({ page, mock, signIn }) => {
  await signIn('account', `/samples?profile=${await monitorId(mock, 'Home, three places')}`)
  const boxes = list(page).getByRole('checkbox')
  for (let i = 0; i < 4; i++) await boxes.nth(i).check()
  await boxes.nth(4).click()
  await expect(page.getByText(/Only 4 samples can be compared/)).toBeVisible()
  await page.getByRole('link', { name: 'Compare 4' }).click()
  await expect(heading(page, 'Compare samples')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveCount(5 + 4 * 5)
  await expect(page.getByRole('row', { name: /^First byte/ })).toContainText(/[+−]\d+.*(worse|better)/)
  await choose(page, 'first paint')
  await expect(page).toHaveURL(/align=first-paint/)
  const paints = page.getByRole('listitem').filter({ hasText: /^first paint \d/ })
  await expect(paints).toHaveCount(4)
  const places = await Promise.all((await paints.all()).map((paint) => paint.boundingBox()))
  expect(new Set(places.map((place) => Math.round(place?.x ?? 0))).size).toBe(1)
  await page.getByRole('button', { name: 'Remove sample D' }).click()
  await expect(page.getByRole('region', { name: /^Sample / })).toHaveCount(3)
})

test('a sample that is not there, and one that cannot be read', async ({ page, mock, signIn }) => {
  await signIn('account', '/samples/01930000-7c1e-7000-8000-0123456789ab')
  await expect(page.getByRole('alert')).toContainText('There is no such sample here.')
  const [id = ''] = await newestSamples(mock, 'Checkout on 3G', 1)
  const of = await monitorId(mock, 'Checkout on 3G')
  await rename(mock, of, 'fail-503.test')
  await page.goto(`/samples/${id}`)
  await expect(page.getByRole('alert')).toContainText('The service cannot answer now.', { timeout: 20_000 })
  await rename(mock, of, 'Checkout on 3G')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('table', { name: /^Requests of/ })).toBeVisible()
  await page.goto('/samples/compare?id=malformed.test')
  await expect(page.getByRole('alert')).toContainText('Sample A could not be read.')
})

test.describe('samples with other fields than ours', () => {
  test.use({ unknownRecords: true })

  test('are shown whole and break nothing', async ({ page, mock, signIn }) => {
    await signIn('account', `/samples?profile=${await monitorId(mock, 'Checkout on 3G')}`)
    await list(page).getByText('Show the record').first().click()
    await expect(list(page).getByText('zone').first()).toBeVisible()
    await list(page).getByRole('button', { name: 'time not reported' }).first().click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open the whole sample' }).click()
    await expect(page.getByRole('heading', { name: 'Other fields' })).toBeVisible()
    await expect(page.getByText('first byte')).toBeVisible()
    await page.mouse.move(0, 0)
    await expectAccessible(page)
  })
})

for (const what of ['explorer', 'drawer', 'pick', 'export', 'sample', 'many', 'compare'] as const) {
  test(`${what}: nothing is in anybody’s way, in both themes and at 390 px`, async ({ page, mock, signIn }) => {
    const of = await monitorId(mock, 'Home, three places')
    const [a = '', b = '', c = ''] = await newestSamples(mock, 'Home, three places', 3)
    const [many = ''] = await newestSamples(mock, 'Everything page', 1)
    const explorer = `/samples?profile=${of}`
    const address = {
      explorer,
      drawer: `${explorer}&sample=${a}`,
      pick: `${explorer}&dialog=pick`,
      export: `${explorer}&dialog=export`,
      sample: `/samples/${a}`,
      many: `/samples/${many}`,
      compare: `/samples/compare?id=${a}&id=${b}&id=${c}`,
    }[what]
    await signIn('account', address)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(
        what === 'drawer' || what === 'pick' || what === 'export' ? page.getByRole('dialog') : heading(page, /./),
      ).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
}
