import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, expectReadable, test } from '../fixtures.ts'
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

test('by keyboard, the limit goes in round steps and is saved after the last key', async ({ page, mock, signIn }) => {
  const id = await monitorId(mock, 'Home, three locations')
  await signIn('account', `/monitors/${id}`)
  const line = lcp(page)
  await expect(line).toHaveAttribute('aria-valuetext', '2\u00a0s')
  await line.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const fine = (2000 - (await valueOf(line))) / 2
  expect(fine).toBeGreaterThan(0)
  await page.keyboard.press('PageUp')
  expect(await valueOf(line)).toBe(2000 + 8 * fine)
  await page.keyboard.press('Home')
  expect(await valueOf(line)).toBe(fine)
  await page.keyboard.press('PageUp')
  await expect.poll(() => limitsOf(mock, id)).toEqual({ time_to_display: 11 * fine })
  await expect(line).toBeFocused()
  // Escape puts it back; both keys at once, since a pause would save
  const before = await valueOf(line)
  await line.evaluate(async (slider) => {
    for (const key of ['PageUp', 'Escape']) {
      slider.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await Promise.resolve()
    }
  })
  expect(await valueOf(line)).toBe(before)
  // leaving saves at once, and what is typed meanwhile stays
  await page.keyboard.press('ArrowUp')
  const left = await valueOf(line)
  await field(page).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('1234')
  await expect.poll(() => limitsOf(mock, id)).toEqual({ time_to_display: left })
  await expect(page.getByText(`Limit set to ${left}\u00a0ms`)).toBeVisible()
  await field(page).press('Enter')
  await expect.poll(() => limitsOf(mock, id)).toEqual({ time_to_display: 1234 })
})

test('a limit is entered exactly, for one metric beside another, and values above it are marked', async ({
  page,
  mock,
  signIn,
}) => {
  const id = await monitorId(mock, 'Shop API health')
  await signIn('account', `/monitors/${id}?metric=last_byte&chart=metric`)
  await page.getByRole('button', { name: 'Set a limit' }).click()
  await expect(field(page)).toBeVisible()
  await field(page).fill('7')
  await field(page).press('Enter')
  await expect(page.getByText('Limit set to 7\u00a0ms')).toBeVisible()
  await expect.poll(() => limitsOf(mock, id)).toEqual({ first_byte: 400, last_byte: 7 })

  const controls = page.getByRole('region', { name: 'Last byte', exact: true })
  await controls.getByRole('button', { name: 'Table' }).click()
  await expect(controls.getByRole('cell', { name: /over the limit/ }).first()).toBeVisible()
  await expect(page.getByText('First byte 400\u00a0ms, Last byte 7\u00a0ms')).toBeVisible()
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
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expectReadable(page)
  })
})

test('six pages get a limit as they are created, and another one from their list', async ({ page, mock, signIn }) => {
  await signIn('account', '/monitors/new')
  const paths = ['', 'sale', 'cart', 'login', 'blog', 'help']
  await page.getByRole('textbox', { name: 'Addresses' }).fill(paths.map((path) => `six.example/${path}`).join('\n'))
  await page.getByRole('textbox', { name: 'Largest contentful paint over, s' }).fill('2.5')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create 6 monitors' }).click()
  await expect(page).toHaveURL(/\/monitors\?search_term=six/)
  const limits = async () => {
    const { db } = mock.service.services.database
    const rows = await db.selectFrom('monitors').select('limits').where('name', 'like', 'six.example/%').execute()
    return rows.map((row) => JSON.parse(row.limits ?? 'null') as unknown)
  }
  expect(await limits()).toEqual(paths.map(() => ({ time_to_display: 2500 })))
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Set limits…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Limits of 6 monitors' })
  await dialog.getByRole('textbox', { name: 'First byte over, ms' }).fill('600')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Set limits' }).click()
  await expect(page.getByText('6 set.')).toBeVisible()
  expect(await limits()).toEqual(paths.map(() => ({ time_to_display: 2500, first_byte: 600 })))
})

test.describe('with documented operations only', () => {
  test.use({ documentedOnly: true })

  test('neither limits nor devices nor alerts are offered', async ({ page, signIn }) => {
    await signIn('account', '/monitors')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set limits…' })).toHaveCount(0)
    await page.getByRole('link', { name: 'New monitor' }).click()
    await expect(page.getByRole('heading', { name: 'Schedule' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Slow when' })).toHaveCount(0)
    await expect(page.getByRole('radiogroup', { name: 'Device' })).toHaveCount(0)
  })

  test('a new account has no choice of alerts', async ({ page, signIn }) => {
    await signIn('partner', '/accounts/new')
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /is down/ })).toHaveCount(0)
  })
})
