import type { Locator } from '@playwright/test'
import { expect, heading, siteIn, test } from '../fixtures.ts'
import { monitorId, newestSamples } from '../samples.ts'

test('nothing moves for someone who prefers reduced motion', async ({ page, mock, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn('account', null)
  const { id, host } = await siteIn(mock, 'active')
  await page.goto(`/sites/${id}/optimizer`)
  await expect(heading(page, host)).toBeVisible()
  const moving = () => page.evaluate(() => document.getAnimations().length)
  await page.getByRole('button', { name: 'Bypass…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await moving()).toBe(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Go transparent' }).click()
  await expect(page.getByText(/^Now transparent\./)).toBeVisible()
  expect(await moving()).toBe(0)
})

test.describe('with forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('the current page and tab differ from the others, and marks are drawn', async ({ page, mock, signIn }) => {
    const { id } = await siteIn(mock, 'active')
    await signIn('account', `/sites/${id}/optimizer`)
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

  test('marks, bars and the progress of a page are drawn', async ({ page, mock, signIn }) => {
    const monitor = await monitorId(mock, 'www.fjordbikes.example')
    await signIn('partner', `/accounts/${mock.account.id}/samples?profile=${monitor}`)
    const distribution = page.getByRole('img', { name: /^Distribution of/ })
    await expectFilled(distribution.locator('[title]:not([title$=" 0"]) > div').first())
    await expectFilled(page.getByText('median to p95').locator('span').first())

    const [newest = ''] = await newestSamples(mock, 'www.fjordbikes.example', 1)
    await page.goto(`/accounts/${mock.account.id}/samples/${newest}`)
    const bar = (phase: string) => page.locator(`[data-phase="${phase}"][style]`).first()
    await expectFilled(bar('wait'))
    await expectFilled(bar('receive'))
    expect(await background(bar('wait'))).not.toBe(await background(bar('receive')))

    const down = await mock.service.services.database.db
      .selectFrom('sites')
      .select(['id', 'account_id'])
      .where('host', '=', 'page-503.test')
      .executeTakeFirstOrThrow()
    await page.goto(`/accounts/${down.account_id}/sites/${down.id}`)
    const verdict = page.getByRole('region', { name: 'Health' })
    await expect(verdict).toContainText('Down since')
    await expect(verdict).toHaveCSS('border-top-style', 'solid')
    await verdict.getByRole('link', { name: 'View incident' }).click()
    const bars = page
      .getByRole('img', { name: /^Waterfall of/ })
      .first()
      .locator('rect')
    await expect(bars.first()).not.toHaveCSS('fill', await background(page.locator('body')))

    const { id } = await siteIn(mock, 'active')
    await page.goto(`/accounts/${mock.account.id}/sites/${id}?range=7d`)
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
  test.use({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 })

  test('a waterfall shows several requests', async ({ page, mock, signIn }) => {
    const [sample = ''] = await newestSamples(mock, 'www.fjordbikes.example', 1)
    await signIn('account', `/samples/${sample}`)
    await page.waitForLoadState('networkidle')
    const frame = page.getByRole('region', { name: 'Filmstrip and waterfall' })
    const requests = page.getByRole('table', { name: /^Requests of/ }).getByRole('row')
    const [box, seventh] = await Promise.all([frame.boundingBox(), requests.nth(7).boundingBox()])
    expect((seventh?.y ?? 0) + (seventh?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
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
