import { expect, heading, siteIn, test } from '../fixtures.ts'

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
})
