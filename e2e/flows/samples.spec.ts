import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { metricNames } from '../../src/contract/index.ts'
import { expect, expectAccessible, heading, row, siteIn, test } from '../fixtures.ts'
import { chart, choose, list, monitorId, newestSamples, rename } from '../samples.ts'

async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = await chart(page).boundingBox()
  if (!box) throw new Error('the chart isn’t displayed')
  const at = (share: number) => box.x + share * box.width
  const y = box.y + box.height / 2
  await page.mouse.move(at(from), y)
  await page.mouse.down()
  await page.mouse.move(at((from + to) / 2), y)
  await page.mouse.move(at(to), y)
  await page.mouse.up()
}

/** Changes the range and waits until all of its samples are there. */
async function rangeChanges(page: Page, change: () => Promise<void>): Promise<void> {
  const summary = page.getByText(/ UTC · [\d,]+ samples?/)
  const before = (await summary.textContent())?.split(' · ')[0] ?? ''
  await change()
  await expect(summary).not.toContainText(before)
  await expect(summary).toContainText('all in the chart')
}

test('monitors, filters, zoom and the open sample are kept in the address', async ({ page, mock, signIn }) => {
  await signIn('account')
  await page.getByRole('link', { name: 'Samples' }).click()
  await expect(heading(page, 'Samples')).toBeVisible()

  await page.getByRole('button', { name: '+ Monitor or test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose monitors and tests' })
  await dialog.getByRole('checkbox', { name: /^www.fjordbikes.example/ }).uncheck()
  await dialog.getByRole('searchbox').fill('three locations')
  await dialog.getByRole('checkbox', { name: /Home, three locations/ }).check()
  await dialog.getByRole('checkbox', { name: 'Tokyo' }).uncheck()
  await dialog.getByRole('button', { name: 'Show 1' }).click()
  await expect(page).toHaveURL(
    new RegExp(`profile=${await monitorId(mock, 'Home, three locations')}%40Frankfurt%2CVirginia`),
  )
  await expect(page.getByText('Home, three locations · Frankfurt, Virginia')).toBeVisible()
  await expect(list(page).getByRole('row')).toHaveCount(26)
  await expect(row(page, 'Tokyo')).toHaveCount(0)

  // 3 days of hourly rounds at 2 locations with 2 connections and 2 views
  await expect(page.getByRole('radio', { name: 'all 576' })).toBeChecked()
  await expect(page.getByText('all in the chart')).toBeVisible()
  await expect(page.getByRole('table', { name: 'By location and connection' }).getByRole('row')).toHaveCount(5)

  await choose(page, /^error/)
  await expect(page).toHaveURL(/severity=2/)
  await expect(list(page).getByRole('row').filter({ hasText: 'error' }).first()).toBeVisible()
  await expect(list(page).getByRole('row').filter({ hasText: / ok / })).toHaveCount(0)
  await choose(page, /^all/)

  const top = async () => (await chart(page).boundingBox())?.y
  const before = await top()
  await drag(page, 0.7, 0.9)
  await expect(page).toHaveURL(/from=2026-11-1\d.*&to=2026-11-2/)
  await expect(page.getByText(/percentiles per (hour|\d+\s(min|h))( |$)/)).toBeVisible()
  await expect.poll(top).toBe(before)
  const zoomed = page.url()
  await page.reload()
  await expect(chart(page)).toBeVisible()
  expect(page.url()).toBe(zoomed)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page).not.toHaveURL(zoomed)

  await page.getByRole('combobox', { name: 'Add metric' }).selectOption('First byte')
  await expect(chart(page)).toHaveCount(2)
  await expect(page).toHaveURL(/metric=time_to_display&metric=first_byte/)
  await page.getByRole('button', { name: 'Remove First byte' }).click()

  // only the latest samples have details, and they aren't in the part that was zoomed to
  const newest = list(page).getByRole('row').nth(1)
  await expect(newest).toContainText('21 Nov')
  await newest.getByRole('button').click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('Page score')).toBeVisible()
  await expect(page).toHaveURL(/sample=/)
  await page.reload()
  await drawer.getByRole('link', { name: 'Open full sample' }).click()
  await expect(page.getByRole('region', { name: 'Filmstrip and waterfall' })).toBeVisible()
})

test('a monitor is added to the one that is shown at first, and “back” leads past the dialog', async ({
  page,
  signIn,
}) => {
  await signIn('account', '/samples')
  const shown = page.getByRole('list', { name: 'Monitors and tests' })
  await expect(shown).toContainText('www.fjordbikes.example · all locations')
  await page.getByRole('button', { name: '+ Monitor or test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose monitors and tests' })
  await expect(dialog.getByRole('checkbox', { name: /^www.fjordbikes.example/ })).toBeChecked()
  await dialog.getByRole('checkbox', { name: /Checkout on 3G/ }).check()
  await dialog.getByRole('button', { name: 'Show 2' }).click()
  await expect(shown).toContainText('www.fjordbikes.example · all locations')
  await expect(shown).toContainText('Checkout on 3G · all locations')
  await page.goBack()
  await expect(shown).not.toContainText('Checkout on 3G')
  await expect(dialog).toBeHidden()
})

test('charts are split by what the samples have more of, and by what is chosen', async ({ page, mock, signIn }) => {
  const home = await monitorId(mock, 'Home, three locations')
  const checkout = await monitorId(mock, 'Checkout on 3G')
  await signIn('account', `/samples?range=24h&profile=${home}`)
  const split = page.getByRole('combobox', { name: 'Split by' })
  const legend = page.getByRole('list', { name: 'Legend' })
  await expect(legend).toHaveText(/^Median by location:FrankfurtTokyoVirginia/)
  await expect(split).toHaveValue('location')
  await expect(page.getByText('all in the chart')).toBeVisible()
  await chart(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart(page).getByRole('status')).toHaveText(/, (Frankfurt|Tokyo|Virginia), .+, (first|repeat) view$/)

  await split.selectOption('by view')
  await expect(page).toHaveURL(/by=view/)
  await expect(legend).toHaveText(/^Median by view:first viewrepeat view/)
  await expect(page.getByRole('application', { name: /median by view and samples by severity/ })).toBeVisible()
  await page.getByRole('button', { name: /^Table of Largest contentful paint/ }).click()
  await expect(page.getByRole('columnheader', { name: 'repeat view, median' })).toBeVisible()
  await page.reload()
  await expect(split).toHaveValue('view')
  await page.getByRole('button', { name: /^Chart of Largest contentful paint/ }).click()
  await split.selectOption('not split')
  await expect(legend).toHaveText(/^medianmedian to p95/)
  await expect(page).toHaveURL(/by=none/)

  await page.goto(`/samples?range=24h&profile=${home}&profile=${checkout}`)
  await expect(legend).toHaveText(/^Median by monitor:Checkout on 3GHome, three locations/)
  await page.goto(`/samples?range=24h&profile=${checkout}`)
  await expect(legend).toHaveText(/^medianmedian to p95/)
  await expect(split).toHaveValue('none')
})

test('a service that can’t split percentiles has lines calculated from the samples', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  await page.route(/samples\/series/, async (route) => {
    // a plain reply, as the changed one is
    const response = await route.fetch({ headers: { ...route.request().headers(), 'accept-encoding': 'identity' } })
    const reply = (await response.json()) as object
    await route.fulfill({ response, json: { ...reply, parts: undefined } })
  })
  await page.goto(`/samples?range=24h&profile=${await monitorId(mock, 'Home, three locations')}`)
  await expect(page.getByText(/This service can’t split percentiles/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Legend' })).toHaveText(/^Median by location:FrankfurtTokyoVirginia/)
})

test('HTTP checks show time to first byte, and say that they have no page metrics', async ({ page, mock, signIn }) => {
  const id = await monitorId(mock, 'Orders webhook')
  await signIn('account', `/samples?profile=${id}`)
  await expect(page.getByText(/samples, (all in the chart|\d+ without a value that counts)/)).toBeVisible()
  await expect(page.getByRole('application', { name: /^First byte over time/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Metric', exact: true }).selectOption('Largest contentful paint')
  await expect(page).toHaveURL(/metric=time_to_display/)
  await expect(page.getByText('Largest contentful paint wasn’t measured by these samples')).toBeVisible()
  await expect(page.getByText(/, and HTTP checks have no page metrics\. Choose another metric\.$/)).toBeVisible()
  await expect(page.getByText(/ samples, none with a value that counts/)).toBeVisible()
  await expect(chart(page)).toHaveCount(0)
})

test('the explorer says how many samples have no value', async ({ page, mock, signIn }) => {
  const { db } = mock.service.services.database
  const failed = await newestSamples(mock, 'Checkout on 3G', 2)
  const metrics = JSON.stringify(metricNames.map(() => null))
  await db.updateTable('samples').set({ metrics }).where('id', 'in', failed).execute()
  await signIn('account', `/samples?profile=${await monitorId(mock, 'Checkout on 3G')}`)
  await expect(page.getByText(/ 144 samples, 2 without a value that counts/)).toBeVisible()
  await expect(chart(page)).toBeVisible()

  // all of these failed
  await page.goto(`/samples?profile=${await monitorId(mock, 'Missing page')}`)
  await expect(page.getByText('First byte isn’t counted for these samples')).toBeVisible()
  await expect(page.getByText('Pages that failed have no speed. Choose another metric.')).toBeVisible()
  await expect(page.getByText(/ samples, none with a value that counts/)).toBeVisible()
  await expect(chart(page)).toHaveCount(0)
})

test('the chart works with the keyboard and is available as a table', async ({ page, mock, signIn }) => {
  await signIn('account', `/samples?range=24h&profile=${await monitorId(mock, 'Checkout on 3G')}`)
  await expect(page.getByText('all in the chart')).toBeVisible()
  await chart(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart(page).getByRole('status')).toHaveText(/21 Nov 2026.*: .*(ms|s), /)
  // the sample that was reached stays, though the chart then has others before it
  await page.keyboard.press('Home')
  for (let i = 0; i < 22; i++) await page.keyboard.press('ArrowRight')
  const reached = await chart(page).getByRole('status').textContent()
  await rangeChanges(page, () => page.keyboard.press('+'))
  await expect(chart(page).getByRole('status')).toHaveText(reached ?? '')
  await rangeChanges(page, () => page.keyboard.press('Shift+ArrowLeft'))
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('First byte')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Table of Largest contentful paint/ }).click()
  await expect(page.getByRole('table', { name: 'Largest contentful paint over time, as a table' })).toBeVisible()
})

test('samples are exported as CSV and as JSON', async ({ page, mock, signIn }) => {
  await signIn('account', `/samples?profile=${await monitorId(mock, 'Checkout on 3G')}&dialog=export`)
  const dialog = page.getByRole('dialog', { name: 'Export samples' })
  const saved = async (format: 'CSV' | 'JSON') => {
    const started = page.waitForEvent('download')
    await dialog.getByRole('button', { name: `Export ${format}` }).click()
    const file = await started
    expect(file.suggestedFilename()).toMatch(new RegExp(`^samples-\\d{4}-\\d\\d-\\d\\d\\.${format.toLowerCase()}$`))
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

test('a chart of some of the samples leaves no error out', async ({ page, mock, signIn }) => {
  const ids = await newestSamples(mock, 'Shop API health', 200)
  // of its 52 pages of 25 samples, 12 aren’t read
  await mock.service.services.database.db
    .updateTable('samples')
    .set({ sample_type: 2 })
    .where('id', 'in', ids.slice(100))
    .execute()
  await signIn('account', null)
  await page.goto(`/samples?metric=first_byte&profile=${await monitorId(mock, 'Shop API health')}`)
  await expect(page.getByText(/1,296 samples, 99\d loaded, .* that counts, plus \d\d with errors/)).toBeVisible()
})

test.describe('a service with documented operations only', () => {
  test.use({ documentedOnly: true })

  test('loads samples page by page, showing progress and filling the chart', async ({ page, mock, signIn }) => {
    const of = await monitorId(mock, 'Shop API health')
    await rename(mock, of, 'slow.test')
    await signIn('account', `/samples?metric=first_byte&profile=${of}`)
    await expect(page.getByText(/This service doesn’t provide percentiles/)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(/00 of 1,296 loaded/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(/Stopped after \d+ of 1,296 samples/)).toBeVisible()
    await rename(mock, of, 'fail-500.test')
    await page.getByRole('button', { name: 'Load again' }).click()
    const failed = page
      .getByRole('alert')
      .filter({ hasText: /^(Loaded only \d+ of 1,296|Couldn’t load the) samples\. The service failed/ })
    await expect(failed).toBeVisible()
    await rename(mock, of, 'Shop API health')
    await failed.getByRole('button', { name: 'Retry' }).click()
    // those of the hour and a half in which it failed
    await expect(page.getByText(/ 1,296 samples, \d+ without a value that counts/)).toBeVisible()
    await expect(page.getByRole('row', { name: /^Frankfurt No throttling 432/ })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Legend' })).toHaveText(/^Median by location:FrankfurtTokyoVirginia/)
  })
})

test('a site’s samples are those of its key page', async ({ page, signIn }) => {
  await signIn('account')
  await page.getByRole('link', { name: 'www.fjordbikes.example', exact: true }).click()
  await page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name: 'Samples' }).click()
  await expect(page.getByText('www.fjordbikes.example · all locations')).toBeVisible()
  await expect(list(page).getByRole('row')).toHaveCount(26)
})

for (const documentedOnly of [false, true])
  test.describe(documentedOnly ? 'without a log of changes' : 'with a log of changes', () => {
    test.use({ documentedOnly })

    test('a flush is marked below the site’s chart', async ({ page, mock, signIn }) => {
      const { id } = await siteIn(mock, 'active')
      await signIn('account', `/sites/${id}/cache?dialog=flush`)
      await page.getByRole('dialog').getByRole('button', { name: 'Flush cache' }).click()
      await expect(page.getByText('Cache flushed')).toBeVisible()
      await page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name: 'Samples' }).click()
      const who = documentedOnly ? 'this browser' : 'Account holder'
      const marks = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
      await expect(marks.filter({ hasText: `21 Nov 2026, 10:00:00 UTC: Cache flushed (${who})` })).toBeAttached()
      await expect(page.getByText('This service keeps no log of changes.')).toHaveCount(documentedOnly ? 1 : 0)
      await expectAccessible(page)
    })
  })

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('one finger selects a range to zoom into, two fingers zoom and pan', async ({ page, mock, signIn }) => {
    await signIn('account', `/samples?profile=${await monitorId(mock, 'Checkout on 3G')}`)
    await expect(page.getByText('all in the chart')).toBeVisible()
    const box = await chart(page).boundingBox()
    if (!box) throw new Error('the chart isn’t displayed')
    const cdp = await page.context().newCDPSession(page)
    const y = box.y + box.height / 2
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...shares: number[]) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: shares.map((share, id) => ({ x: box.x + share * box.width, y, id })),
      })
    const range = async () => {
      const { searchParams } = new URL(page.url())
      return [searchParams.get('from'), searchParams.get('to')].map((at) => Date.parse(at ?? '')) as [number, number]
    }
    await touch('touchStart', 0.5)
    await touch('touchMove', 0.6)
    await touch('touchMove', 0.8)
    await touch('touchEnd')
    await expect(page).toHaveURL(/from=2026-11-1\d/)
    const [from, to] = await range()

    await expect(page.getByText('all in the chart')).toBeVisible()
    await touch('touchStart', 0.4, 0.6)
    await touch('touchMove', 0.45, 0.55)
    await touch('touchMove', 0.5, 0.55)
    await touch('touchEnd')
    await expect.poll(async () => (await range())[0]).toBeLessThan(from)
    const [wider, later] = await range()
    expect(later - wider).toBeGreaterThan(2 * (to - from))
  })
})
