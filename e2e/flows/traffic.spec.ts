import { readFile } from 'node:fs/promises'
import { selectPart } from '../charts.ts'
import { expect, openAccount, test } from '../fixtures.ts'
import { test as reading } from '../read-only.ts'

const host = 'www.fjordbikes.example'

test.describe('with documented operations only', () => {
  test.use({ documentedOnly: true })

  test('a partner reads a site’s traffic, changes the range and exports it', async ({ page, mock, signIn }) => {
    await signIn('partner')
    await openAccount(page, 'Fjord Bikes')
    await page.getByRole('link', { name: host, exact: true }).click()
    await expect(page.getByText('Served from cache, 48 h')).toBeVisible()
    await expect(page.getByText(/( than|same as) a week (earlier|ago)/).first()).toBeVisible()
    await expect(page.getByText(/reached (your server|the origin)/)).toBeVisible()
    await expect(
      page.getByRole('img', { name: /^Requests answered by the service .* the last 48 hours/ }),
    ).toBeVisible()

    await page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name: 'Traffic' }).click()
    for (const name of [/^Requests answered/, /^Bytes sent/, /^Share of/]) {
      await expect(page.getByRole('img', { name })).toBeVisible()
    }
    await expect(page.getByText('Service, a week earlier').first()).toBeVisible()
    await expect(page.getByText('Requests served from cache').first()).toBeVisible()
    await expect(page.getByText(/^axis starts at [\d.]+%$/)).toBeVisible()
    await expect(page.getByText(/fetched from (your server|the origin)/)).toContainText(/[kMG]B/)
    await expect(page.getByText(/^[\d.,]+[kM]? requests saved/)).toBeVisible()
    await expect(page.getByText(/^[\d.,]+\s[MG]B saved/)).toBeVisible()

    await page.getByRole('radio', { name: '7 d' }).click({ force: true })
    await expect(page).toHaveURL(/range=7d/)
    await expect(page.getByRole('img', { name: /^Requests .* the last 7 days/ })).toBeVisible()

    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More about this traffic' }).click()
    await page.getByRole('menuitem', { name: 'Download CSV' }).click()
    const text = await readFile(await (await csv).path(), 'utf8')
    expect(text.split('\r\n')[0]).toMatch(/time,service_requests,server_requests,service_bytes,server_bytes,offload$/)
    expect(text.split('\r\n').length).toBeGreaterThan(7 * 24)
    // the hour that isn't over would look like a drop
    const lastHour = Date.parse(text.trim().split('\r\n').at(-1)?.split(',')[0] ?? '')
    expect(lastHour).toBeLessThanOrEqual(mock.clock.now() - 3_600_000)

    const png = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More about Requests', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Download PNG' }).click()
    const image = await readFile(await (await png).path())
    expect((await png).suggestedFilename()).toMatch(/^www\.fjordbikes\.example-.*requests\.png$/)
    expect(image.subarray(1, 4).toString()).toBe('PNG')
    expect(image.length).toBeGreaterThan(5000)

    const values = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More about Requests', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Download CSV' }).press('Enter')
    expect((await values).suggestedFilename()).toMatch(/requests\.csv$/)
    expect(await readFile(await (await values).path(), 'utf8')).toMatch(
      /^\uFEFFTime,.*\r\n2026-11-\d\dT\d\d:00:00\.000Z,\d/,
    )
  })
})

reading(
  'traffic that is kept only in wider buckets is shown in those, and not compared with what is missing',
  async ({ page, ids, signIn }) => {
    const path = `/sites/${ids.site}/traffic`
    // buckets of 5 minutes go back 10 days, hours 68
    await signIn('account', `${path}?from=2026-11-10&to=2026-11-11`)
    await expect(page.getByText(/^[\d.]+% (more|fewer|less) than a week earlier$/).first()).toBeVisible()
    await expect(page.getByText('per hour').first()).toBeVisible()
    await expect(page.getByText(/^0 reached (your server|the origin)/)).toHaveCount(0)
    await page.goto(`${path}?from=2026-10-01&to=2026-10-31`)
    const requests = page.getByRole('region', { name: 'Requests', exact: true })
    await expect(requests).toContainText('per day')
    await expect(requests).not.toContainText('whole days only')
    await expect(page.getByText(/than 5 weeks earlier/).first()).toBeVisible()
    const period = page.getByText(/^Traffic of www\.fjordbikes\.example, 1 Oct 2026 to 31 Oct 2026 \(\w+\)\./)
    await expect(period).toContainText('Compared with the same weekdays 5 weeks earlier.')
    await expect(period.getByText(/^Issued/)).toBeHidden()
    // a report of another time says nothing of today's trouble
    await page.emulateMedia({ media: 'print' })
    await expect(period.getByText(/^Issued 21 Nov 2026/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Health' })).toBeHidden()
    await expect(page.getByRole('radiogroup', { name: 'Time range' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    // a month has a bar for each day
    await expect(page.getByRole('img', { name: /^Requests answered/ }).locator('rect')).toHaveCount(62)
    await page.goto(`${path}?from=2026-08-01&to=2026-08-20`)
    await expect(page.getByText(/^No comparison: .* 3 weeks earlier\.$/)).toBeVisible()
    await expect(page.getByText(/than 3 weeks earlier/)).toHaveCount(0)
    // hours begin within 14 September: days show no false drop
    await page.goto(`${path}?from=2026-09-14&to=2026-09-20`)
    await expect(requests).toContainText('per day')
    await expect(requests.getByRole('img').locator('rect')).toHaveCount(2 * 7)
    await page.goto(`${path}?from=2026-09-15&to=2026-09-21`)
    await expect(requests).toContainText('per ')
    await expect(requests).not.toContainText('per day')
  },
)

reading(
  'selecting a part of a chart zooms to it, and the address keeps it, on the overview too',
  async ({ page, signIn }) => {
    await signIn('account', '/sites/{site}/traffic')
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

    // the overview’s charts zoom in place, together
    await page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name: 'Overview' }).click()
    await selectPart(page, chart, /^(Your server|Origin):/, 0.4, 0.6)
    await expect(page).toHaveURL(/\/sites\/[^/]+\?from=2026-11-.*&to=2026-11-/)
    await expect(chart).toHaveAttribute('aria-label', /, \d+ Nov 2026, \d\d:\d\d to .* UTC$/)
    await expect(page.getByRole('link', { name: 'All traffic' })).toHaveAttribute('href', /traffic\?from=2026-11-/)
    await expect(page.getByRole('link', { name: 'Samples of this range' })).toHaveAttribute('href', /&from=2026-11-/)
    await page.getByRole('button', { name: 'Show the last 48 hours' }).first().click()
    await expect(chart).toHaveAttribute('aria-label', /, the last 48 hours$/)
  },
)
