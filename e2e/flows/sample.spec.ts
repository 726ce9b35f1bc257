import { expect, expectAccessible, expectNoSidewaysScroll, expectReadable, heading, test } from '../fixtures.ts'
import { list, monitorId, newestSamples } from '../samples.ts'

test.describe('samples with unknown fields', () => {
  test.use({ unknownRecords: true })

  test('are shown in full', async ({ page, mock, signIn }) => {
    await signIn('account', `/samples?profile=${await monitorId(mock, 'Checkout on 3G')}`)
    await list(page).getByText('Full record (').first().click()
    await expect(list(page).getByText('zone').first()).toBeVisible()
    await list(page).getByRole('button', { name: 'time not reported' }).first().click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open full sample' }).click()
    await expect(page.getByRole('heading', { name: 'Other fields' })).toBeVisible()
    await expect(page.getByText('first byte')).toBeVisible()
    await page.mouse.move(0, 0)
    await expectAccessible(page)
  })
})

for (const [what, addresses] of [
  [
    'the explorer and its dialogs',
    (of: string, [a = '']: readonly string[]) => {
      const explorer = `/samples?profile=${of}`
      return [explorer, `${explorer}&sample=${a}`, `${explorer}&dialog=pick`, `${explorer}&dialog=export`]
    },
  ],
  [
    'a sample and a comparison',
    (_: string, [a = '', b = '', c = '']: readonly string[]) => [
      `/samples/${a}`,
      `/samples/compare?id=${a}&id=${b}&id=${c}`,
    ],
  ],
] as const)
  test(`${what} pass axe in both themes and at 390 px`, async ({ page, mock, signIn }) => {
    const of = await monitorId(mock, 'Home, three locations')
    await signIn('account', null)
    for (const address of addresses(of, await newestSamples(mock, 'Home, three locations', 3))) {
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(address)
      await expect(/dialog=|sample=/.test(address) ? page.getByRole('dialog') : heading(page, /./)).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectReadable(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })
