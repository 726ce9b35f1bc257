import { expect, expectAccessible, heading } from '../fixtures.ts'
import { test } from '../read-only.ts'

for (const width of [768, 1024]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 1024 } })

    test('whether an incident is open is in view', async ({ page, signIn }) => {
      await signIn('account', '/incidents')
      const table = page.getByRole('table', { name: 'Incidents' }).first()
      await expect(table.getByText('Open', { exact: true }).first()).toBeInViewport({ ratio: 1 })
    })

    test('a waterfall fits', async ({ page, signIn }) => {
      await signIn('account', '/samples/{sample}')
      const waterfall = page.getByRole('region', { name: 'Filmstrip and waterfall' })
      await expect(waterfall).toBeVisible()
      expect(await waterfall.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThan(1)
    })
  })
}

test('the menu leaves its room to the page where that is narrow', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1024, height: 1024 })
  await signIn('account', '/sites')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const open = page.getByRole('button', { name: 'Open navigation' })
  await expect(menu).toBeVisible()
  await expect(open).toBeHidden()
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(menu).toBeHidden()
  await expectAccessible(page)
  await open.click()
  await page.getByRole('dialog').getByRole('link', { name: 'Monitors' }).click()
  await expect(heading(page, 'Monitors')).toBeVisible()
})
