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

test('an action is switched with the keyboard, the change is shown, and saving keeps everything else', async ({
  page,
  mock,
  signIn,
}) => {
  await signIn('account', `/sites/${(await theSite(mock)).id}/settings`)
  await expect(page.getByRole('list', { name: 'Cache' })).toBeVisible()
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
