import type { Page } from '@playwright/test'
import { expect, expectAccessible, row, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const db = (mock: Mock) => mock.service.services.database.db

const theSite = (mock: Mock) =>
  db(mock).selectFrom('sites').select('id').where('host', '=', 'www.fjordbikes.example').executeTakeFirstOrThrow()

async function stored(mock: Mock): Promise<{ defaultActions: { filters: unknown[] } } & Record<string, unknown>> {
  const { id } = await theSite(mock)
  const { settings } = await db(mock)
    .selectFrom('profiles')
    .select('settings')
    .where('site_id', '=', id)
    .where('default', '=', 1)
    .executeTakeFirstOrThrow()
  return JSON.parse(settings ?? 'null')
}

const images = (page: Page) => page.getByRole('switch', { name: 'Convert images' })
const bar = (page: Page) => page.getByRole('group', { name: 'Unsaved changes' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

test.beforeEach(async ({ mock, signIn, page }) => {
  await signIn('account', `/sites/${(await theSite(mock)).id}/settings`)
  await expect(page.getByRole('list', { name: 'Cache' })).toBeVisible()
})

test('an action is switched with the keyboard, the change is shown, and saving keeps everything else', async ({
  page,
  mock,
}) => {
  const before = await stored(mock)
  await expect(bar(page)).toHaveCount(0)
  await images(page).focus()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('1 change not saved')
  await page.getByRole('button', { name: 'Review…' }).press('Enter')
  await expect(row(page, 'Convert images')).toContainText(/off.*on/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Review…' })).toBeFocused()
  await expectAccessible(page)
  await save(page).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  // what a save says isn't printed
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Settings saved')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.reload()
  await expect(images(page)).toBeChecked()
  const after = await stored(mock)
  expect(after).toMatchObject({ schemaVersion: 12, resourceRules: before['resourceRules'] })
  await images(page).press('Space')
  await save(page).click()
  await expect(bar(page)).toHaveCount(0)
  expect(await stored(mock)).toEqual(before)
})

test('the banner of being offline keeps off the bar that saves and discards', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await images(page).press('Space')
  await context.setOffline(true)
  const offline = page.getByText('You’re offline.')
  await expect(offline).toBeInViewport({ ratio: 1 })
  const banner = await offline.evaluate((it) => it.getBoundingClientRect().bottom)
  const top = await bar(page).evaluate((it) => it.getBoundingClientRect().top)
  expect(banner).toBeLessThan(top)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(images(page)).not.toBeChecked()
})

test('unsaved changes survive a reload and a move to another part, and leaving asks first', async ({ page }) => {
  await images(page).press('Space')
  await page.getByRole('link', { name: 'Advanced' }).click()
  await page.getByRole('button', { name: 'Show JSON' }).click()
  await expect(page.getByRole('textbox', { name: 'Settings as JSON' })).toBeVisible()
  await expect(bar(page)).toContainText('1 change not saved')
  await page.goBack()
  await page.reload()
  await expect(page.getByText('What you entered before is back.')).toBeVisible()
  await expect(images(page)).toBeChecked()
  const leave = page.getByRole('dialog', { name: 'Leave this page?' })
  await page.getByRole('link', { name: 'Cache', exact: true }).click()
  await expect(leave).toContainText('changes you haven’t saved')
  await leave.getByRole('button', { name: 'Cancel' }).click()
  await expect(images(page)).toBeChecked()
  await page.getByRole('link', { name: 'Cache', exact: true }).click()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('button', { name: 'Flush cache…' })).toBeVisible()
  await page.goBack()
  await expect(images(page)).not.toBeChecked()
})
