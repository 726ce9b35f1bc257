import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, expectReadable, preferTheme, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'
import { monitorId } from '../samples.ts'

const limitsOf = async (mock: Mock, id: string): Promise<unknown> => {
  const { db } = mock.service.services.database
  const { limits } = await db.selectFrom('monitors').select('limits').where('id', '=', id).executeTakeFirstOrThrow()
  return limits === null ? null : JSON.parse(limits)
}
const lcp = (page: Page) => page.getByRole('slider', { name: 'Limit for Largest contentful paint' })
const field = (page: Page) => page.getByRole('textbox', { name: / limit(,|$)/ })
/** What the field has, in the metric's own unit. */
const entered = async (page: Page) => {
  const typed = Number(await field(page).inputValue())
  return (await page.getByRole('textbox', { name: / limit, s$/ }).count()) > 0 ? typed * 1000 : typed
}
const valueOf = async (line: Locator) => Number(await line.getAttribute('aria-valuenow'))

async function middleOf(line: Locator): Promise<{ x: number; y: number }> {
  await line.scrollIntoViewIfNeeded()
  const box = await line.boundingBox()
  if (!box) throw new Error('The line isn’t visible.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a first limit is set, dragged with the mouse, and removed', async ({ page, mock, signIn }) => {
  const id = await monitorId(mock, 'Checkout on 3G')
  await signIn('account', `/monitors/${id}`)
  await page.getByRole('button', { name: 'Set a limit' }).click()
  const line = lcp(page)
  await expect(line).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(
    page.getByText(
      /^Not saved yet\. A location becomes slow once 2 of 3 rounds have a sample over [\d.]+\ss, and recovers after 3 rounds in a row without one\.$/,
    ),
  ).toBeVisible()
  // it's only suggested, until it's saved
  const suggested = await valueOf(line)
  expect(await entered(page)).toBe(suggested)
  await field(page).fill('1.10')
  await expect(page.getByText(/^Not saved yet\. .* over 1\.1\ss, and/)).toBeVisible()
  expect(await valueOf(line)).toBe(1100)
  await expect(field(page)).toHaveValue('1.10')
  await line.press('ArrowDown')
  await expect.poll(() => entered(page)).toBeLessThan(suggested)
  expect(await limitsOf(mock, id)).toBeNull()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(line).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Set a limit' })).toBeFocused()
  await page.getByRole('button', { name: 'Set a limit' }).click()
  const first = await valueOf(line)
  await page.getByRole('button', { name: 'Save limit' }).click()
  await expect(page.getByText(/^Limit set to [\d.]+\s(s|ms)/)).toBeVisible()
  await expect(page.getByText(/^A location becomes slow once 2 of 3 rounds have a sample over/)).toBeVisible()
  await expect.poll(() => limitsOf(mock, id)).toEqual({ time_to_display: first })
  // paper has no use for the field’s label and the chart’s hints
  const onScreen = page.getByText(/ limit, s$|^Drag across/)
  await expect(onScreen).toHaveCount(2)
  await page.emulateMedia({ media: 'print' })
  await expect(onScreen.filter({ visible: true })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })

  const { x, y } = await middleOf(line)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 60, { steps: 6 })
  await expect.poll(() => valueOf(line)).toBeLessThan(first)
  // not before it's released
  expect(await limitsOf(mock, id)).toEqual({ time_to_display: first })
  const dragged = await valueOf(line)
  await page.mouse.up()
  await expect.poll(() => entered(page)).toBe(dragged)
  await expect.poll(() => limitsOf(mock, id)).toEqual({ time_to_display: dragged })

  // Escape puts the line back
  const now = await middleOf(line)
  await page.mouse.move(now.x, now.y)
  await page.mouse.down()
  await page.mouse.move(now.x, now.y - 30, { steps: 3 })
  await expect.poll(() => valueOf(line)).toBeGreaterThan(dragged)
  await page.keyboard.press('Escape')
  await expect(line).toHaveAttribute('aria-valuenow', String(dragged))
  await page.mouse.up()
  await expect(line).toHaveAttribute('aria-valuenow', String(dragged))
  expect(await limitsOf(mock, id)).toEqual({ time_to_display: dragged })

  // the toast, which replaced those before, takes the last change back
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => limitsOf(mock, id)).toEqual({ time_to_display: first })
  await expect(line).toHaveAttribute('aria-valuenow', String(first))

  await page.getByRole('button', { name: 'Remove limit' }).click()
  await expect(page.getByText('Limit removed')).toBeVisible()
  await expect(line).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Set a limit' })).toBeFocused()
  expect(await limitsOf(mock, id)).toBeNull()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the limit is dragged by its handle, and the page passes axe', async ({ page, mock, signIn }) => {
    const id = await monitorId(mock, 'Home, three locations')
    await signIn('account', `/monitors/${id}`)
    const { x, y } = await middleOf(lcp(page))
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] })
    await touch('touchStart', y)
    for (const down of [10, 25, 40]) await touch('touchMove', y + down)
    await touch('touchEnd')
    await expect(page.getByText(/^Limit set to/)).toBeVisible()
    const limit = await valueOf(lcp(page))
    expect(limit).toBeLessThan(2000)
    await expect.poll(() => limitsOf(mock, id)).toEqual({ time_to_display: limit })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await preferTheme(page, 'dark')
    await expectReadable(page)
  })
})
