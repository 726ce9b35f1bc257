import { expect, test } from '../fixtures.ts'

test.use({ timezoneId: 'Europe/Berlin' })

test('in the browser’s zone, a range in the hour that comes twice stays what it is, and either hour can be chosen', async ({
  page,
  signIn,
}) => {
  const [from, to] = ['2026-10-25T00:30:12.345Z', '2026-10-25T01:45:00.000Z']
  const dates = page.getByRole('button', { name: 'Dates…' })
  const show = page.getByRole('button', { name: 'Show', exact: true })
  const range = () => ['from', 'to'].map((name) => new URL(page.url()).searchParams.get(name))
  await signIn('account', `/activity?from=${from}&to=${to}`)
  await dates.click()
  const dialog = page.getByRole('dialog', { name: 'Dates' })
  await expect(dialog.getByLabel('From')).toHaveValue('2026-10-25T02:30')
  const which = dialog.getByRole('combobox', { name: 'This time comes twice' })
  await expect(which).toHaveCount(2)
  await expect(which.first().getByRole('option', { selected: true })).toHaveText('first, CEST')
  await expect(which.last().getByRole('option', { selected: true })).toHaveText('second, CET')
  await show.click()
  await expect(dialog).toBeHidden()
  expect(range()).toEqual([from, to])
  await dates.click()
  await which.first().selectOption('second, CET')
  await show.click()
  await expect(dialog).toBeHidden()
  expect(range()).toEqual(['2026-10-25T01:30:00.000Z', to])
})
