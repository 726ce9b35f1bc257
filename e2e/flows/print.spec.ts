import type { Page } from '@playwright/test'
import { expect, heading, siteIn, test } from '../fixtures.ts'

/** How many sheets of A4 a page takes. */
async function sheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** Whether anything is cut off at the right edge of an A4 sheet with its margins, whose width is given at 96 dpi. */
async function expectWhole(page: Page): Promise<void> {
  await page.setViewportSize({ width: 703, height: 1000 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)
  for (const table of await page.getByRole('table').all()) {
    const cut = await table.evaluate((element) => {
      const frame = element.parentElement
      return frame === null ? 0 : frame.scrollWidth - frame.clientWidth
    })
    expect(cut).toBeLessThanOrEqual(1)
  }
}

test('a site is printed on one sheet, without the frame and whatever the theme', async ({ page, mock, signIn }) => {
  const { id, host } = await siteIn(mock, 'active')
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn('account', `/sites/${id}`)
  await expect(page.getByRole('table', { name: 'Latest samples' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Latest samples' }).getByRole('row')).toHaveCount(11)
  await page.waitForLoadState('networkidle')
  expect(await sheets(page)).toBe(1)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(heading(page, host)).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(1)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Latest samples' }).getByRole('row')).toHaveCount(6)
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('radio', { name: '48 h' })).toHaveCount(0)
  await expect(page.getByText('48 h', { exact: true }).first()).toBeVisible()
  await expectWhole(page)

  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('banner')).toBeVisible()
})

for (const [name, path] of [
  ['the fleet', '/'],
  ['accounts', '/accounts'],
  ['incidents', '/accounts/{account}/incidents'],
  ['monitors', '/accounts/{account}/monitors'],
] as const) {
  test(`${name}: every column is on the paper`, async ({ page, mock, signIn }) => {
    await signIn('partner', path.replace('{account}', mock.account.id))
    await expect(page.getByRole('table').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expectWhole(page)
  })
}
