import type { Page } from '@playwright/test'
import type { OptimizerState } from '../../src/contract/index.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, heading, siteIn, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

async function open(page: Page, mock: Mock, role: 'partner' | 'account', state: OptimizerState) {
  const site = await siteIn(mock, state)
  await page.goto(`${role === 'partner' ? `/accounts/${mock.account.id}` : ''}/sites/${site.id}/optimizer`)
  await expect(heading(page, site.host)).toBeVisible()
  return site
}

/** The page's current state. */
// the state as the service reports it, in lower case
const shown = (page: Page, state: string) =>
  page
    .getByRole('status')
    .filter({ hasText: new RegExp(state) })
    .first()

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

async function stateOf(mock: Mock, id: string) {
  const { db } = mock.service.services.database
  return (await db.selectFrom('sites').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
}

test('switches to transparent and back without a confirmation', async ({ page, mock, signIn }) => {
  await signIn('partner', null)
  const { id } = await open(page, mock, 'partner', 'active')
  await button(page, 'Go transparent').click()
  await expect(shown(page, 'transparent')).toBeVisible()
  await expect(page.getByText(/^Now transparent\. Requests pass through/)).toBeVisible()
  expect(await stateOf(mock, id)).toBe('transparent')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Resumed\. Visitors get cached/)).toBeVisible()
  await expect(shown(page, 'active')).toBeVisible()
  expect(await stateOf(mock, id)).toBe('active')
  await button(page, 'Go transparent').click()
  await expect(shown(page, 'transparent')).toBeVisible()
  await expect(button(page, 'Go transparent')).toBeFocused()
  await button(page, 'Resume').click()
  await expect(shown(page, 'active')).toBeVisible()
  expect(await stateOf(mock, id)).toBe('active')
  await expect(button(page, 'Resume')).toBeFocused()
  // the reason is printed beside it
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  // the older toast, whose undo means nothing any more, is gone
  await expect(page.getByText(/^Resumed\. Visitors get cached/)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('maintenance needs the host typed, and shows how many requests it affects', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const { id, host } = await open(page, mock, 'account', 'active')
  await button(page, 'Start maintenance…').click()
  const dialog = page.getByRole('dialog', { name: `Start maintenance for ${host}?` })
  await expect(dialog).toContainText('Every visitor gets a 503 maintenance page')
  await expect(dialog).toContainText(/The site served [\d,]+ requests in the last hour/)
  await expect(page).toHaveURL(/confirm=maintenance/)
  const go = dialog.getByRole('button', { name: 'Start maintenance' })
  await expect(go).toBeDisabled()
  await dialog.getByLabel(`Type ${host} to confirm`).fill('www.another.example')
  await expect(go).toBeDisabled()
  await dialog.getByLabel(`Type ${host} to confirm`).fill(host)
  await go.click()
  await expect(dialog).toBeHidden()
  await expect(shown(page, 'maintenance')).toContainText('Visitors get a maintenance page.')
  expect(await stateOf(mock, id)).toBe('maintenance')
  await expect(page).not.toHaveURL(/confirm/)
  // the latest check is older
  await expect(page.getByRole('region', { name: 'Health' })).toContainText('home page not checked since the change')
  await expect(button(page, 'Start maintenance…')).toBeFocused()
  // the button that opened the dialog is disabled by now; its reason must not cover what stands beside it
  await expect(button(page, 'Start maintenance…')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  // the service's log knows of the move when this page doesn't any more
  await page.reload()
  await expect(page.getByRole('region', { name: 'Health' })).toContainText('home page not checked since the change')
})

test('the page and its confirmation pass axe', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const { host } = await open(page, mock, 'account', 'active')
  for (const colorScheme of ['light', 'dark'] as const) {
    // a button under the pointer would fade from one theme into the other
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.getByText('Record matches · checked 40 s ago').first().waitFor()
    await expectAccessible(page)
    await button(page, 'Bypass…').click()
    await expect(page.getByLabel(`Type ${host} to confirm`)).toBeFocused()
    await expect(page.getByRole('dialog')).toContainText('in the last hour')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
