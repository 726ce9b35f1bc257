import { expect, expectAccessible, expectNoSidewaysScroll, heading } from '../fixtures.ts'
import { test } from '../read-only.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('filters are in a sheet, whose choices show at once, and in the page of wider windows', async ({
  page,
  signIn,
}) => {
  await signIn('account', '/monitors')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('combobox', { name: 'State' }).selectOption('Paused')
  await expect(page).toHaveURL(/status=SUSPENDED/)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('combobox', { name: 'State' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Filters/ })).toHaveCount(0)
})

test('the range of traffic, the filters of changes and the choices of a chart are in sheets', async ({
  page,
  ids,
  signIn,
}) => {
  await signIn('account', '/sites/{site}/traffic')
  await expect(heading(page, 'www.fjordbikes.example')).toBeVisible()
  await page.getByRole('button', { name: 'Range: 48 h' }).click()
  const range = page.getByRole('dialog', { name: 'Range' })
  await range.getByRole('radio', { name: '7 d' }).click({ force: true })
  await expect(page).toHaveURL(/range=7d/)
  await range.getByRole('button', { name: 'Dates…' }).click()
  await range.getByLabel('From').fill('2026-11-16')
  await range.getByLabel('To').fill('2026-11-17')
  await expectAccessible(page)
  await range.getByRole('button', { name: 'Show' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Range: dates' })).toBeVisible()
  await expectNoSidewaysScroll(page)

  await page.goto('/activity')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByRole('radio', { name: '7 d' }).click({ force: true })
  await filters.getByRole('combobox', { name: 'Kind of change' }).selectOption('Cache')
  await filters.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/range=7d/)
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()

  await page.goto(`/monitors/${ids.monitor}`)
  await page.getByRole('button', { name: 'LCP, p75 by location' }).click()
  await page.getByRole('dialog', { name: 'Chart' }).getByRole('combobox', { name: 'Percentile' }).selectOption('p95')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('img', { name: /^Largest contentful paint, p95 by location/ })).toBeVisible()
})

test('the explorer has its choices in one sheet', async ({ page, signIn }) => {
  await signIn('account', '/samples?of={monitor}')
  await page.getByRole('button', { name: 'LCP · Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Metric and filters' })
  await sheet.getByRole('combobox', { name: 'Split by' }).selectOption('by view')
  await sheet.getByRole('combobox', { name: 'Location' }).selectOption('Tokyo')
  await sheet.getByRole('radio', { name: '24 h' }).click({ force: true })
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Dates…' }).click()
  await expect(sheet.getByLabel('From')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet.getByRole('button', { name: 'Dates…' })).toBeFocused()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/by=view/)
  await expect(page.getByRole('button', { name: 'LCP · Filters (1)' })).toBeFocused()
  await expectNoSidewaysScroll(page)
})
