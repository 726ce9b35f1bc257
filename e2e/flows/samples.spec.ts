import type { Page } from '@playwright/test'
import { expect, heading, row } from '../fixtures.ts'
import { withTouch } from '../layout.ts'
import { test } from '../read-only.ts'
import { chart, choose, list } from '../samples.ts'

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

test('monitors, filters, zoom and the open sample are kept in the address', async ({ page, ids, signIn }) => {
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
  await expect(page).toHaveURL(new RegExp(`profile=${ids.monitor}%40Frankfurt%2CVirginia`))
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

test('one finger selects a range to zoom into, two fingers zoom and pan', async ({ page, signIn }) => {
  await signIn('account', '/samples?profile={slow}')
  await withTouch(page, async () => {
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
