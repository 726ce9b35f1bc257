import { readFile } from 'node:fs/promises'
import { selectPart } from '../charts.ts'
import { expect, onEveryService, openAccount, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const host = 'www.fjordbikes.example'

async function siteId({ service }: Mock, name = host): Promise<string> {
  const { id } = await service.services.database.db
    .selectFrom('sites')
    .select('id')
    .where('host', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

/** Any service reports traffic to partners, but only one with the extension reports it to account holders. */
const readerOf = (documentedOnly: boolean) => (documentedOnly ? 'partner' : 'account')

async function pathOf(mock: Mock, role: 'partner' | 'account'): Promise<string> {
  return `${role === 'partner' ? `/accounts/${mock.account.id}` : ''}/sites/${await siteId(mock)}/traffic`
}

onEveryService(() => {
  test('a partner reads a site’s traffic, changes the range and exports it', async ({ page, mock, signIn }) => {
    await signIn('partner')
    await openAccount(page, 'Fjord Bikes')
    await page.getByRole('link', { name: host, exact: true }).click()
    await expect(page.getByText('Served from cache, 48 h')).toBeVisible()
    await expect(page.getByText(/(points vs|same as) a week earlier/).first()).toBeVisible()
    await expect(page.getByText(/reached (your server|the origin)/)).toContainText(/( vs|same as) a week earlier/)
    await expect(
      page.getByRole('img', { name: /^Requests answered by the service .* the last 48 hours/ }),
    ).toBeVisible()

    await page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name: 'Traffic' }).click()
    for (const name of [/^Requests answered/, /^Bytes sent/, /^Share of/]) {
      await expect(page.getByRole('img', { name })).toBeVisible()
    }
    await expect(page.getByText('Service, a week earlier').first()).toBeVisible()
    await expect(page.getByText('Requests served from cache').first()).toBeVisible()
    await expect(page.getByText(/^axis starts at [\d.]+\s%$/)).toBeVisible()
    await expect(page.getByText(/fetched from (your server|the origin)/)).toContainText(/[kMG]B/)
    await expect(page.getByText(/^[\d.,]+\s[kM]? ?requests saved/)).toBeVisible()
    await expect(page.getByText(/^[\d.,]+\s[MG]B saved/)).toBeVisible()

    await page.getByRole('radio', { name: '7 d' }).click({ force: true })
    await expect(page).toHaveURL(/range=7d/)
    await expect(page.getByRole('img', { name: /^Requests .* the last 7 days/ })).toBeVisible()

    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const text = await readFile(await (await csv).path(), 'utf8')
    expect(text.split('\r\n')[0]).toMatch(/time,service_requests,server_requests,service_bytes,server_bytes,offload$/)
    expect(text.split('\r\n').length).toBeGreaterThan(7 * 24)
    // the hour that isn't over would look like a drop
    const lastHour = Date.parse(text.trim().split('\r\n').at(-1)?.split(',')[0] ?? '')
    expect(lastHour).toBeLessThanOrEqual(mock.clock.now() - 3_600_000)

    const png = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PNG of Requests' }).click()
    const image = await readFile(await (await png).path())
    expect((await png).suggestedFilename()).toMatch(/^www\.fjordbikes\.example-.*requests\.png$/)
    expect(image.subarray(1, 4).toString()).toBe('PNG')
    expect(image.length).toBeGreaterThan(5000)
  })

  test('traffic that is kept only in wider buckets is shown in those, and not compared with what is missing', async ({
    page,
    mock,
    signIn,
    documentedOnly,
  }) => {
    const path = await pathOf(mock, readerOf(documentedOnly))
    // buckets of 5 minutes go back 10 days, hours 68
    await signIn(readerOf(documentedOnly), `${path}?from=2026-11-10&to=2026-11-11`)
    await expect(page.getByText(/^[▲▼].* vs a week earlier$/).first()).toBeVisible()
    await expect(page.getByText('per hour').first()).toBeVisible()
    await expect(page.getByText(/^0 reached (your server|the origin)/)).toHaveCount(0)
    await page.goto(`${path}?from=2026-10-01&to=2026-10-31`)
    const requests = page.getByRole('region', { name: 'Requests', exact: true })
    await expect(requests).toContainText('per day')
    await expect(requests).not.toContainText('whole days only')
    await expect(page.getByText(/vs 5 weeks earlier/).first()).toBeVisible()
    const period = page.getByText(/^Traffic of www\.fjordbikes\.example, 1 Oct 2026 to 31 Oct 2026 \(\w+\)\./)
    await expect(period).toContainText('Compared with the same weekdays 5 weeks earlier.')
    await expect(period.getByText(/^Issued/)).toBeHidden()
    // a report of another time says nothing of today's trouble
    await page.emulateMedia({ media: 'print' })
    await expect(period.getByText(/^Issued 21 Nov 2026/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Verdict' })).toBeHidden()
    await expect(page.getByRole('radiogroup', { name: 'Range' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    // a month has a bar for each day
    await expect(page.getByRole('img', { name: /^Requests answered/ }).locator('rect')).toHaveCount(62)
    await page.goto(`${path}?from=2026-08-01&to=2026-08-20`)
    await expect(page.getByText(/^No comparison: .* 3 weeks earlier\.$/)).toBeVisible()
    await expect(page.getByText(/vs 3 weeks earlier/)).toHaveCount(0)
  })

  test('a range whose start is kept only by day is shown by day, without a false drop', async ({
    page,
    mock,
    signIn,
    documentedOnly,
  }) => {
    const path = await pathOf(mock, readerOf(documentedOnly))
    // hours begin within 14 September
    await signIn(readerOf(documentedOnly), `${path}?from=2026-09-14&to=2026-09-20`)
    const requests = page.getByRole('region', { name: 'Requests', exact: true })
    await expect(requests).toContainText('per day')
    await expect(requests.getByRole('img').locator('rect')).toHaveCount(2 * 7)
    await page.goto(`${path}?from=2026-09-15&to=2026-09-21`)
    await expect(requests).toContainText('per ')
    await expect(requests).not.toContainText('per day')
  })

  test('days that the range or the present cuts aren’t drawn, and the chart says so', async ({
    page,
    mock,
    signIn,
    documentedOnly,
  }) => {
    const path = await pathOf(mock, readerOf(documentedOnly))
    await signIn(readerOf(documentedOnly), `${path}?from=2026-11-03T05:45Z&to=2026-11-18T05:50Z`)
    const chart = page.getByRole('img', { name: /^Requests answered/ })
    const requests = page.getByRole('region', { name: 'Requests', exact: true })
    await expect(requests).toContainText('per day, whole days only')
    // from 4 to 17 November, of the service and of the server
    const bars = chart.locator('rect')
    await expect(bars).toHaveCount(2 * 14)
    const plot = await chart.boundingBox()
    for (const bar of await bars.all()) {
      const box = await bar.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(plot?.x ?? 0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((plot?.x ?? 0) + (plot?.width ?? 0))
    }
    await page.goto(`${path}?range=30d&table=requests`)
    const table = page.getByRole('table', { name: /^Requests .* the last 30 days, as a table$/ })
    await expect(table.getByRole('row')).toHaveCount(1 + 29)
    await expect(table.getByRole('row').nth(1)).toContainText('20 Nov 2026')
    await expect(requests).toContainText('per day, whole days only')
    const range = page.getByRole('radiogroup', { name: 'Range' })
    await expect(range).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(range).toBeHidden()
  })

  test('selecting a part of a chart zooms to it, and the address keeps it', async ({
    page,
    mock,
    signIn,
    documentedOnly,
  }) => {
    await signIn(readerOf(documentedOnly), await pathOf(mock, readerOf(documentedOnly)))
    const chart = page.getByRole('img', { name: /^Requests answered/ })
    await expect(chart.locator('svg')).toBeVisible()
    // the charts below, which are drawn a little later, mark the same time
    await expect(page.getByText('Loading chart…')).toHaveCount(0)
    await chart.hover()
    await expect(page.getByText(/^Requests: /)).toBeVisible()
    await selectPart(page, chart, /^(Your server|Origin):/, 0.4, 0.6)
    await expect(page).toHaveURL(/from=2026-11-\d\dT.*Z&to=2026-11-\d\dT.*Z/)
    // until the selected part has loaded, the chart shows all 48 hours
    await expect(chart).toHaveAttribute('aria-label', /, (\d+ Nov 2026), \d\d:\d\d to \1, \d\d:\d\d UTC$/)
    // the tooltip of the previous window is gone
    await expect(page.getByText(/^(Your server|Origin):/)).toHaveCount(0)
    const shown = await chart.getAttribute('aria-label')
    await page.reload()
    await expect(page.getByRole('img', { name: /^Requests answered/ })).toHaveAttribute('aria-label', shown ?? '')
    await page.goBack()
    await expect(page.getByRole('img', { name: /^Requests .* the last 48 hours/ })).toBeVisible()
  })

  test('the overview’s charts zoom in place, together', async ({ page, mock, signIn, documentedOnly }) => {
    const path = (await pathOf(mock, readerOf(documentedOnly))).replace('/traffic', '')
    await signIn(readerOf(documentedOnly), path)
    const chart = page.getByRole('img', { name: /^Requests answered/ })
    await selectPart(page, chart, /^(Your server|Origin):/, 0.4, 0.6)
    await expect(page).toHaveURL(/\/sites\/[^/]+\?from=2026-11-.*&to=2026-11-/)
    await expect(chart).toHaveAttribute('aria-label', /, \d+ Nov 2026, \d\d:\d\d to .* UTC$/)
    await expect(page.getByRole('link', { name: 'All traffic' })).toHaveAttribute('href', /traffic\?from=2026-11-/)
    await expect(page.getByRole('link', { name: 'Samples of this range' })).toHaveAttribute('href', /&from=2026-11-/)
    await page.getByRole('button', { name: 'Show the last 48 hours' }).first().click()
    await expect(chart).toHaveAttribute('aria-label', /, the last 48 hours$/)
  })

  test('chooses dates and moves through time with the keyboard alone', async ({
    page,
    mock,
    signIn,
    documentedOnly,
  }) => {
    await signIn(readerOf(documentedOnly), await pathOf(mock, readerOf(documentedOnly)))
    const dates = page.getByRole('button', { name: 'Dates…' })
    await dates.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('From', { exact: true })).toBeFocused()
    await page.getByLabel('From', { exact: true }).fill('2026-11-10')
    await page.getByLabel('To', { exact: true }).fill('2026-11-12')
    await page.getByLabel('To', { exact: true }).press('Enter')
    await expect(dates).toBeFocused()
    await expect(page).toHaveURL(/from=2026-11-10&to=2026-11-12/)
    await expect(page.getByText(/vs a week earlier/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Earlier' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/from=2026-11-07&to=2026-11-09/)
    // the page follows its address
    await expect(page.getByRole('img', { name: /^Requests .* 7 Nov 2026 to 9 Nov 2026/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/from=2026-11-10&to=2026-11-12/)
    await expect(page.getByRole('img', { name: /^Requests .* 10 Nov 2026 to 12 Nov 2026/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/from=2026-11-10T18%3A00Z/)
    await page.getByRole('button', { name: 'Table' }).first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('table', { name: /Requests .* as a table/ })).toBeVisible()
  })

  test('dates are days of the chosen zone', async ({ page, mock, signIn, documentedOnly }) => {
    await page.addInitScript(() => localStorage.setItem('site-performance.zone', 'Europe/Berlin'))
    const path = await pathOf(mock, readerOf(documentedOnly))
    await signIn(readerOf(documentedOnly), `${path}?from=2026-11-03&to=2026-11-06&table=requests`)
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('100')
    const table = page.getByRole('table', { name: /^Requests .* 3 Nov 2026 to 6 Nov 2026 \(CET\), as a table$/ })
    await expect(table.getByRole('row').last()).toContainText('3 Nov 2026, 00:00')
  })
})

test.describe('a service without the extension', () => {
  test.use({ documentedOnly: true })

  test('shows an account holder that it has no traffic data', async ({ page, mock, signIn }) => {
    await signIn('account', null)
    const id = await siteId(mock)
    await page.goto(`/sites/${id}`)
    await expect(page.getByText('First byte', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Requests' })).toHaveCount(0)
    await page.goto(`/sites/${id}/traffic`)
    await expect(page.getByText('This service doesn’t show traffic to account holders')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('another account’s site isn’t mistaken for a missing extension', async ({ page, mock, signIn }) => {
    await signIn('account', null)
    const id = await siteId(mock, 'www.aaltofurniture.example')
    await page.goto(`/sites/${id}/traffic`)
    await expect(page.getByRole('alert')).toContainText(/Couldn’t load/)
    await expect(page.getByText('This service doesn’t show')).toHaveCount(0)
  })
})
