import { expect, expectAccessible, expectNoSidewaysScroll, heading, siteIn, test } from '../fixtures.ts'
import { newestSamples } from '../samples.ts'

for (const width of [768, 1024]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 1024 } })

    for (const [name, role, path, table] of [
      ['sites', 'account', '/sites', 'Sites'],
      ['the fleet', 'partner', '/', 'Sites'],
      ['accounts', 'partner', '/accounts', 'Accounts'],
      ['monitors', 'account', '/monitors', 'Monitors'],
      ['tests', 'account', '/tests', 'Tests'],
      ['samples', 'account', '/samples', 'Samples'],
      ['incidents', 'account', '/incidents', 'Incidents'],
      ['alert rules', 'partner', '/alerts', 'Rules'],
      ['deliveries', 'account', '/alerts', 'Deliveries'],
    ] as const) {
      test(`the table of ${name} fits`, async ({ page, signIn }) => {
        await signIn(role, path)
        const rows = page.getByRole('table', { name: table }).first()
        await expect(rows).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectNoSidewaysScroll(page)
        const hidden = await rows.evaluate((it) => it.scrollWidth - (it.parentElement?.clientWidth ?? 0))
        expect(hidden).toBeLessThan(2)
        await expectAccessible(page)
      })
    }

    test('whether an incident is open is in view', async ({ page, signIn }) => {
      await signIn('account', '/incidents')
      const table = page.getByRole('table', { name: 'Incidents' }).first()
      await expect(table.getByText('Open', { exact: true }).first()).toBeInViewport({ ratio: 1 })
    })

    test('a waterfall fits', async ({ page, mock, signIn }) => {
      await signIn('account', null)
      const [latest = ''] = await newestSamples(mock, 'www.fjordbikes.example', 1)
      await page.goto(`/samples/${latest}`)
      const waterfall = page.getByRole('region', { name: 'Filmstrip and waterfall' })
      await expect(waterfall).toBeVisible()
      expect(await waterfall.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThan(1)
    })

    test('the menu leaves its room to the page where that is narrow', async ({ page, signIn }) => {
      await signIn('account', '/sites')
      const menu = page.getByRole('navigation', { name: 'Main' })
      const open = page.getByRole('button', { name: 'Open navigation' })
      if (width >= 1024) {
        await expect(menu).toBeVisible()
        await expect(open).toBeHidden()
        return
      }
      await expect(menu).toBeHidden()
      await open.click()
      await page.getByRole('dialog').getByRole('link', { name: 'Monitors' }).click()
      await expect(heading(page, 'Monitors')).toBeVisible()
    })

    test('a site page doesn’t scroll sideways', async ({ page, mock, signIn }) => {
      const { id } = await siteIn(mock, 'active')
      await signIn('account', `/sites/${id}`)
      await expect(page.getByRole('table', { name: 'Latest samples' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    })
  })
}
