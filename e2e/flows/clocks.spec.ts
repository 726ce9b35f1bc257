import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const dates = (page: Page) => page.getByRole('button', { name: 'Dates…' })
const show = (page: Page) => page.getByRole('button', { name: 'Show', exact: true })
/** The range in the address. */
const range = (page: Page) => ['from', 'to'].map((name) => new URL(page.url()).searchParams.get(name))

test.describe('in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('a range in the hour that comes twice stays what it is, and either hour can be chosen', async ({
    page,
    signIn,
  }) => {
    const [from, to] = ['2026-10-25T00:30:12.345Z', '2026-10-25T01:45:00.000Z']
    await signIn('account', `/activity?from=${from}&to=${to}`)
    await dates(page).click()
    const dialog = page.getByRole('dialog', { name: 'Dates' })
    await expect(dialog.getByLabel('From')).toHaveValue('2026-10-25T02:30')
    const which = dialog.getByRole('combobox', { name: 'This time comes twice' })
    await expect(which).toHaveCount(2)
    await expect(which.first().getByRole('option', { selected: true })).toHaveText('first, CEST')
    await expect(which.last().getByRole('option', { selected: true })).toHaveText('second, CET')
    await show(page).click()
    await expect(dialog).toBeHidden()
    expect(range(page)).toEqual([from, to])
    await dates(page).click()
    await which.first().selectOption('second, CET')
    await show(page).click()
    await expect(dialog).toBeHidden()
    expect(range(page)).toEqual(['2026-10-25T01:30:00.000Z', to])
  })

  test('a time that is skipped is refused in words', async ({ page, signIn }) => {
    await signIn('account', '/activity?from=2026-03-28T20:00:00.000Z&to=2026-03-29T08:00:00.000Z')
    await dates(page).click()
    await page.getByLabel('To', { exact: true }).fill('2026-03-29T02:30')
    await show(page).click()
    await expect(page.getByRole('alert')).toHaveText(
      '29 Mar 2026, 02:30 doesn’t exist: the clocks go from 29 Mar 2026, 02:00 straight to 29 Mar 2026, 03:00.',
    )
  })
})

test.describe('in Santiago', () => {
  test.use({ timezoneId: 'America/Santiago' })

  test('a day without a midnight is one day', async ({ page, mock, signIn }) => {
    const { db } = mock.service.services.database
    const site = db.selectFrom('sites').select('id').where('host', '=', 'www.fjordbikes.example')
    const { id } = await site.executeTakeFirstOrThrow()
    await signIn('account', `/sites/${id}/traffic?from=2026-09-06&to=2026-09-06`)
    await expect(page.getByText(/^Traffic of .*, 6 Sep 2026 \(/)).toBeVisible()
    await dates(page).click()
    const dialog = page.getByRole('dialog', { name: 'Dates' })
    await expect(dialog.getByLabel('From')).toHaveValue('2026-09-06')
    await show(page).click()
    await expect(dialog).toBeHidden()
    expect(range(page)).toEqual(['2026-09-06', '2026-09-06'])
  })
})
