import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, row, test } from '../fixtures.ts'
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

const changes = (page: Page) => page.getByRole('table', { name: 'Changes' })
const images = (page: Page) => page.getByRole('switch', { name: 'Convert images' })
const save = (page: Page) => page.getByRole('button', { name: 'Save settings' })
const json = (page: Page) => page.getByRole('textbox', { name: 'Settings as JSON' })
const view = (page: Page, name: 'Form' | 'JSON') =>
  page.getByRole('radiogroup', { name: 'Edit settings as' }).getByRole('radio', { name }).click({ force: true })

test.beforeEach(async ({ mock, signIn, page }) => {
  await signIn('account', `/sites/${(await theSite(mock)).id}/settings`)
  await expect(page.getByRole('list', { name: 'Actions' })).toBeVisible()
})

test('an action is switched with the keyboard, the change is shown, and saving keeps everything else', async ({
  page,
  mock,
}) => {
  const before = await stored(mock)
  await expect(page.getByText('Nothing to save.')).toBeVisible()
  await images(page).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 change not saved yet.')).toBeVisible()
  await expect(row(page, 'Convert images')).toContainText(/off.*on/)
  await save(page).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(page.getByText('Nothing to save.')).toBeVisible()
  await page.reload()
  await expect(images(page)).toBeChecked()
  const after = await stored(mock)
  expect(after).toMatchObject({ schemaVersion: 12, resourceRules: before['resourceRules'] })
  await images(page).press('Space')
  await save(page).click()
  await expect(page.getByText('Nothing to save.')).toBeVisible()
  expect(await stored(mock)).toEqual(before)
})

test('exceptions are added, edited and removed', async ({ page, mock }) => {
  const table = page.getByRole('table', { name: 'Exceptions' })
  await expect(table.getByRole('row').filter({ hasText: 'Not if the address contains “/checkout”' })).toContainText(
    'All actions',
  )
  await page.getByRole('button', { name: 'Add exception…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add exception' })
  await dialog.getByRole('button', { name: 'Add exception' }).click()
  await expect(dialog.getByText('This must not be empty.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Text' }).fill('/account')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  const second = dialog.getByRole('group', { name: 'Condition 2' })
  await second.getByRole('combobox', { name: 'Look at' }).selectOption('Request header')
  await second.getByRole('textbox', { name: 'Header' }).fill('Accept-Language')
  await second.getByRole('combobox', { name: 'Test' }).selectOption('matches')
  await second.getByRole('textbox', { name: 'Regular expression' }).fill('^de')
  await dialog.getByRole('combobox', { name: 'Applies to' }).selectOption('Compress')
  await dialog.getByRole('button', { name: 'Add exception' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(table).toContainText(
    'Not if the address contains “/account” and the header Accept-Language matches “^de”',
  )

  await page.getByRole('button', { name: 'Edit exception 1…' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit exception' })
  await expect(page).toHaveURL(/edit=0/)
  await edit.getByRole('textbox', { name: 'Text' }).fill('/pay')
  await edit.getByRole('button', { name: 'Change exception' }).click()
  await expect(table).toContainText('Not if the address contains “/pay”')
  await expect(changes(page).getByRole('row').filter({ hasText: 'Exception for all actions' })).toHaveCount(2)

  await page.getByRole('button', { name: 'Remove exception 1' }).click()
  await expect(table).not.toContainText('/pay')
  await save(page).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  expect(await stored(mock)).toMatchObject({ defaultActions: { filters: [] } })
})

test('a pattern is checked in the dialog as the service checks it', async ({ page }) => {
  await page.getByRole('button', { name: 'Add exception…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add exception' })
  await dialog.getByRole('combobox', { name: 'Test' }).selectOption('matches')
  const pattern = dialog.getByRole('textbox', { name: 'Regular expression' })
  await pattern.fill('([')
  await dialog.getByRole('button', { name: 'Add exception' }).click()
  await expect(
    dialog.getByText('This isn’t a regular expression in the syntax of RE2 (missing closing ]: `[`).'),
  ).toBeVisible()
  await expect(pattern).toBeFocused()
  await pattern.fill('^/shop')
  await pattern.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Exceptions' })).toContainText('Not if the address matches “^/shop”')
})

test('options have their own dialog', async ({ page, mock }) => {
  await page.getByRole('button', { name: 'Options of Cache pages for anonymous visitors…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cache pages for anonymous visitors' })
  await dialog.getByRole('textbox', { name: 'Keep pages for' }).fill('a while')
  await dialog.getByRole('button', { name: 'Change options' }).click()
  await expect(dialog.getByText('This must be a number.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Keep pages for' }).fill('90000')
  await dialog.getByRole('button', { name: 'Change options' }).click()
  await expect(dialog.getByText('This must be at most 86,400.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Keep pages for' }).fill('3600')
  await dialog.getByRole('button', { name: 'Change options' }).click()
  await expect(row(page, 'anonymous visitors: time')).toContainText(/10 minutes.*1 hour/)
  await save(page).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  expect(JSON.stringify(await stored(mock))).toContain('"maxAge":3600')
})

test('form and JSON show the same draft, each as soon as the other changes', async ({ page }) => {
  await images(page).press('Space')
  await expect(json(page)).toHaveValue(/"_id": "images",\s+"enabled": true/)
  const text = await json(page).inputValue()
  await json(page).fill(text.replace('"schemaVersion": 12', '"schemaVersion": 13'))
  await expect(row(page, 'schemaVersion')).toContainText(/12.*13/)
  await json(page).fill(text.replace(/("_id": "images",\s+"enabled": )true/, '$1false'))
  await expect(images(page)).not.toBeChecked()
  await expect(changes(page)).toHaveCount(0)
})

test('invalid JSON says where it’s wrong, and the form keeps what was valid', async ({ page }) => {
  await images(page).press('Space')
  const text = await json(page).inputValue()
  await json(page).fill(text.replace('"schemaVersion": 12', '"schemaVersion": oops'))
  const line = text.slice(0, text.indexOf('"schemaVersion"')).split('\n').length
  await expect(page.getByText(`Line ${line}, column`).filter({ visible: true })).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await expect(page.getByText('The form shows the last valid settings.')).toBeVisible()
  await expect(images(page)).toBeChecked()
  await expect(images(page)).toBeDisabled()
  await json(page).fill(text.replace('"direction": 0', '"direction": 3'))
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText(
    'defaultActions.filters.0.direction must be 0 or 1',
  )
  await json(page).fill('[]')
  await expect(page.getByText('The settings must be an object, in { }.').filter({ visible: true })).toBeVisible()
  await expect(changes(page)).toHaveCount(0)
  await json(page).fill(text)
  await expect(images(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(images(page)).not.toBeChecked()
  await expect(changes(page)).toHaveCount(0)
})

test('where there’s no room for both, one is shown at a time', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(json(page)).toBeHidden()
  await view(page, 'JSON')
  await expect(page).toHaveURL(/view=json/)
  await json(page).fill('{')
  await expect(page.getByText('Line 1, column 2').filter({ visible: true })).toBeVisible()
  await view(page, 'Form')
  await expect(page.getByText('The form shows the last valid settings.')).toBeVisible()
  await expect(page.getByText('Line 1, column 2').filter({ visible: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('what only the service can refuse is shown at its exception', async ({ page, mock }) => {
  const before = await stored(mock)
  const text = await json(page).inputValue()
  await json(page).fill(text.replace('^/(bikes', '^/(?=bikes'))
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'Couldn’t save the settings: an exception isn’t valid. See its row above.',
  )
  await expect(page.getByRole('table', { name: 'Exceptions' })).toContainText(
    'The pattern isn’t a regular expression in the syntax of RE2 (',
  )
  expect(await stored(mock)).toEqual(before)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a change by someone else is noticed, shown, and not overwritten unseen', async ({ page, mock }) => {
  const { id } = await theSite(mock)
  await images(page).press('Space')
  const theirs = { ...(await stored(mock)), schemaVersion: 99 }
  await db(mock)
    .updateTable('profiles')
    .set((eb) => ({ settings: JSON.stringify(theirs), settings_revision: eb('settings_revision', '+', 1) }))
    .where('site_id', '=', id)
    .where('default', '=', 1)
    .execute()
  await save(page).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(
    /they have changed since you started\. Compare yours with them first\.(?!.*Read them)/,
  )
  await expect(alert).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Compare with the new settings' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(row(page, 'schemaVersion')).toContainText(/99.*12/)
  await expect(row(page, 'Convert images')).toContainText(/off.*on/)
  await save(page).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  expect(await stored(mock)).toMatchObject({ schemaVersion: 12 })
})

test('what a save says isn’t printed', async ({ page }) => {
  await images(page).press('Space')
  await save(page).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Settings saved')).toBeHidden()
})

test('the banner of being offline keeps off the bar that saves and discards', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await images(page).press('Space')
  await context.setOffline(true)
  const offline = page.getByText('You’re offline.')
  await expect(offline).toBeInViewport({ ratio: 1 })
  const banner = await offline.evaluate((it) => it.getBoundingClientRect().bottom)
  const bar = await page.getByText('1 change not saved yet.').evaluate((it) => it.getBoundingClientRect().top)
  expect(banner).toBeLessThan(bar)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(images(page)).not.toBeChecked()
})

test('unsaved changes survive a reload, and leaving asks first', async ({ page }) => {
  await images(page).press('Space')
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
