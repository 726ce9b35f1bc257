import { expect, expectAccessible, expectNoSidewaysScroll, expectReadable, heading, test } from '../fixtures.ts'
import { Retention } from '../../src/service/retention/index.ts'
import { age, list, monitorId, newestSamples } from '../samples.ts'

test('a sample shows its requests and leads to the previous and next samples, and to a test', async ({
  page,
  mock,
  signIn,
}) => {
  await signIn('partner', null)
  const [, second = ''] = await newestSamples(mock, 'www.fjordbikes.example', 2)
  await page.goto(`/accounts/${mock.account.id}/samples/${second}`)
  await expect(page.getByRole('table', { name: /^Requests of/ }).getByRole('row')).toHaveCount(17)
  await expect(page.getByRole('list', { name: 'Filmstrip' }).getByRole('img').last()).toHaveJSProperty(
    'naturalWidth',
    320,
  )
  await expect(page.getByRole('list', { name: 'Marks' })).toContainText('LCP')
  await page.getByRole('link', { name: 'Next ›' }).click()
  await expect(page).not.toHaveURL(new RegExp(second))
  await expect(page.getByRole('button', { name: 'Next ›' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: '‹ Previous' }).click()
  await expect(page).toHaveURL(new RegExp(second))
  await page.getByRole('link', { name: 'Run as test' }).click()
  await expect(page).toHaveURL(/tests\/new\?from=/)
})

test('a sample says that its details were deleted', async ({ page, mock, signIn }) => {
  const [old = ''] = await newestSamples(mock, 'www.fjordbikes.example', 1)
  await age(mock, old, 40)
  await new Retention(mock.service.services).run()
  await signIn('account', `/samples/${old}`)
  await expect(
    page.getByText('The requests, response headers and screenshots of this sample were deleted after 30 days.'),
  ).toBeVisible()
})

test('samples picked in the list are compared', async ({ page, mock, signIn }) => {
  await signIn('account', `/samples?profile=${await monitorId(mock, 'Home, three locations')}`)
  for (let i = 0; i < 4; i++) await list(page).getByRole('checkbox').nth(i).check()
  await page.getByRole('group', { name: 'Selected samples' }).getByRole('link', { name: 'Compare' }).click()
  await expect(heading(page, 'Compare samples')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Metrics side by side' }).getByRole('columnheader')).toHaveCount(5)
  await expect(page.getByRole('region', { name: /^Sample / }).getByRole('columnheader')).toHaveCount(4 * 5)
})

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

for (const what of ['explorer', 'drawer', 'pick', 'export', 'sample', 'compare'] as const) {
  test(`${what} passes axe in both themes and at 390 px`, async ({ page, mock, signIn }) => {
    const of = await monitorId(mock, 'Home, three locations')
    const [a = '', b = '', c = ''] = await newestSamples(mock, 'Home, three locations', 3)
    const explorer = `/samples?profile=${of}`
    const address = {
      explorer,
      drawer: `${explorer}&sample=${a}`,
      pick: `${explorer}&dialog=pick`,
      export: `${explorer}&dialog=export`,
      sample: `/samples/${a}`,
      compare: `/samples/compare?id=${a}&id=${b}&id=${c}`,
    }[what]
    await signIn('account', address)
    await expect(
      what === 'drawer' || what === 'pick' || what === 'export' ? page.getByRole('dialog') : heading(page, /./),
    ).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectReadable(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
}
