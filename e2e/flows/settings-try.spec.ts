import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const db = (mock: Mock) => mock.service.services.database.db

const theSite = (mock: Mock) =>
  db(mock).selectFrom('sites').select('id').where('host', '=', 'www.fjordbikes.example').executeTakeFirstOrThrow()

const panel = (page: Page) => page.getByRole('region', { name: 'Try an address' })
const address = (page: Page) => panel(page).getByRole('textbox', { name: 'Address' })
const cookies = (page: Page) => panel(page).getByRole('textbox', { name: 'Cookies' })
const answer = (page: Page) => panel(page).getByRole('status')
const tryIt = (page: Page) => panel(page).getByRole('button', { name: 'Try address' }).click()
const action = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })

test.beforeEach(async ({ mock, signIn, page }) => {
  await signIn('account', `/sites/${(await theSite(mock)).id}/settings`)
  await expect(page.getByRole('list', { name: 'Cache' })).toBeVisible()
})

test('an address is tried with the keyboard, and the answer says how long it’s kept and why, also on a phone', async ({
  page,
}) => {
  await address(page).fill('/bikes')
  await address(page).press('Enter')
  await expect(answer(page)).toContainText(
    'This page is kept for 10 minutes, because it gives no time itself and the settings keep pages for anonymous visitors; a visitor with a “session” cookie, or any other that isn’t known to be harmless, is sent to your server.',
  )
  await expect(panel(page).getByText('session, basket*')).toBeVisible()
  await expect(page).toHaveURL(/try=%2Fbikes/)
  await page.reload()
  await expect(address(page)).toHaveValue('/bikes')
  await expect(answer(page)).toContainText('This page is kept for 10 minutes')

  await cookies(page).fill('a=1; session')
  await tryIt(page)
  await expect(answer(page)).toContainText('the cookie “session” shows a session')
  expect(page.url()).not.toContain('session')

  // it all fits on a phone
  await page.setViewportSize({ width: 390, height: 800 })
  await address(page).fill('/?utm_source=a-very-long-campaign-name-that-no-line-can-hold-in-one-piece')
  await tryIt(page)
  await expect(answer(page)).toContainText('This page is kept for')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('each action says when it last acted', async ({ page, mock }) => {
  await mock.service.services.database.db.deleteFrom('site_action_times').execute()
  await page.reload()
  await expect(action(page, 'Cache')).toContainText('not used yet')
  const edge = await mock.edge()
  // the second visit gets the page from the cache
  for (let visits = 0; visits < 2; visits++) await edge.visit('www.fjordbikes.example', '/')
  await edge.flush()
  await page.reload()
  await expect(action(page, 'Cache')).toContainText(/used .*(?:ago|now)/)
  // it's off
  await expect(action(page, 'Prefetch on press')).not.toContainText('used')
})
