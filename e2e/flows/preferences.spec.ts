import type { Locator } from '@playwright/test'
import { expect, heading } from '../fixtures.ts'
import { test } from '../read-only.ts'
import { monitorId } from '../samples.ts'

test('nothing moves for someone who prefers reduced motion', async ({ page, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn('account', '/sites/{site}/optimizer')
  const moving = () => page.evaluate(() => document.getAnimations().length)
  await page.getByRole('button', { name: 'Bypass…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await moving()).toBe(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText(/^Exported .* changes\.$/)).toBeVisible()
  expect(await moving()).toBe(0)
})

test.describe('with forced colours', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

  test('the current page and tab differ from the others, and marks are drawn', async ({ page, signIn }) => {
    await signIn('account', '/sites/{site}/optimizer')
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
    const tabs = page.getByRole('navigation', { name: 'Site pages' })
    const border = (name: string) =>
      tabs.getByRole('link', { name, exact: true }).evaluate((tab) => getComputedStyle(tab).borderBottomColor)
    expect(await border('Optimizer')).not.toBe(await border('Traffic'))
    const mark = page.getByRole('main').getByRole('status').locator('svg').first()
    const [drawn, behind] = await mark.evaluate((shape) => [
      getComputedStyle(shape).fill,
      getComputedStyle(document.body).backgroundColor,
    ])
    expect(drawn).not.toBe(behind)
  })

  test('marks, bars and the progress of a page are drawn', async ({ page, mock, ids, signIn }) => {
    const monitor = await monitorId(mock, 'www.fjordbikes.example')
    await signIn('partner', `/accounts/{account}/samples?profile=${monitor}`)
    const distribution = page.getByRole('img', { name: /^Distribution of/ })
    await expectFilled(distribution.locator('[title]:not([title$=" 0"]) > div').first())
    await expectFilled(page.getByText('median to p95').locator('span').first())

    await page.goto(`/accounts/${ids.account}/samples/${ids.sample}`)
    const bar = (phase: string) => page.locator(`[data-phase="${phase}"][style]`).first()
    await expectFilled(bar('wait'))
    await expectFilled(bar('receive'))
    expect(await background(bar('wait'))).not.toBe(await background(bar('receive')))

    await page.goto(`/accounts/${ids.faulty}/sites/${ids.down}`)
    const verdict = page.getByRole('region', { name: 'Health' })
    await expect(verdict).toContainText('Down since')
    await expect(verdict).toHaveCSS('border-top-style', 'solid')
    await verdict.getByRole('link', { name: 'View incident' }).click()
    const bars = page
      .getByRole('img', { name: /^Waterfall of/ })
      .first()
      .locator('rect')
    await expect(bars.first()).not.toHaveCSS('fill', await background(page.locator('body')))

    await page.goto(`/accounts/${ids.account}/sites/${ids.site}?range=7d`)
    const changes = page.getByRole('list', { name: 'Changes' }).first()
    await expect(changes.locator('[aria-hidden]').first()).not.toHaveCSS(
      'border-top-color',
      await background(page.locator('body')),
    )

    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/monitors\?/, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Monitors' }).click()
    await expectFilled(page.getByRole('progressbar', { name: 'Loading the page' }))
    release()
    await expect(heading(page, 'Monitors')).toBeVisible()
  })
})

test.describe('at 200% zoom', () => {
  // what is left of a window of 1280 px
  test.use({ viewport: { width: 640, height: 360 } })

  test('a waterfall shows several requests', async ({ page, signIn }) => {
    await signIn('account', '/samples/{sample}')
    await page.waitForLoadState('networkidle')
    const frame = page.getByRole('region', { name: 'Filmstrip and waterfall' })
    const requests = page.getByRole('table', { name: /^Requests of/ }).getByRole('row')
    await expect(async () => {
      const [box, seventh] = await Promise.all([frame.boundingBox(), requests.nth(7).boundingBox()])
      expect((seventh?.y ?? 0) + (seventh?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
    }).toPass()
  })
})

const background = (mark: Locator) => mark.evaluate((element) => getComputedStyle(element).backgroundColor)

/** Expects a mark to differ from what is behind it. */
async function expectFilled(mark: Locator): Promise<void> {
  await expect(mark).toBeAttached()
  const behind = await background(mark.page().locator('body'))
  expect(await background(mark)).not.toBe(behind)
  expect(await background(mark)).not.toMatch(/^rgba.*, 0\)$/)
}
