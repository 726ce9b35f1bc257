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
  page
    .getByRole('list', { name: 'Actions' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })

test.beforeEach(async ({ mock, signIn, page }) => {
  await signIn('account', `/sites/${(await theSite(mock)).id}/settings`)
  await expect(page.getByRole('list', { name: 'Actions' })).toBeVisible()
})

test('an address is tried with the keyboard, and the answer says how long it’s kept and why', async ({ page }) => {
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
})

test('what isn’t kept says why', async ({ page }) => {
  for (const [path, why] of [
    ['/cart', 'its headers say “no-store”'],
    ['/checkout/pay', 'an exception applies: not if the address contains “/checkout”'],
    ['/about', 'its headers don’t say for how long'],
    ['/breaks', 'Your server can’t be reached: it closed the connection without an answer.'],
  ] as const) {
    await address(page).fill(path)
    await tryIt(page)
    await expect(answer(page)).toContainText(why)
  }
})

test('the facts name the rule that decides, and say why nothing is compressed', async ({ page }) => {
  await address(page).fill('/media/a.jpg')
  await tryIt(page)
  await expect(panel(page).getByText('On, by the rule “Product images”')).toBeVisible()
  await expect(panel(page).getByText('No: the answer is too small')).toBeVisible()
})

test('changes are tried before they’re saved', async ({ page }) => {
  await action(page, 'Cache').getByRole('switch').press('Space')
  await tryIt(page)
  await expect(answer(page)).toContainText('the action “Cache” is off')
  await expect(panel(page).getByText('With your unsaved changes').last()).toBeVisible()
  const outdated = answer(page).getByText('The settings have changed since this answer.')
  await expect(outdated).toHaveCount(0)
  await panel(page).getByRole('checkbox', { name: 'With your unsaved changes' }).press('Space')
  await expect(outdated).toBeVisible()
  await tryIt(page)
  await expect(answer(page)).toContainText('This page is kept for 5 minutes')
  await expect(panel(page).getByText('As saved')).toBeVisible()
})

test('what can’t be tried is said at its field', async ({ page }) => {
  await address(page).fill('https://other.example/')
  await tryIt(page)
  await expect(panel(page).getByText(/This must be on the site.s host/)).toBeVisible()
  await address(page).fill('/')
  await cookies(page).fill('a; b c')
  await tryIt(page)
  await expect(panel(page).getByText('Cookie 2 must be the name of a cookie')).toBeVisible()
})

test('a failure says so, and can be repeated', async ({ page, mock, context }) => {
  const { id } = await theSite(mock)
  const rename = (host: string) => db(mock).updateTable('sites').set({ host }).where('id', '=', id).execute()
  const alert = panel(page).getByRole('alert')
  await rename('writes-only.fail-503.test')
  await tryIt(page)
  await expect(alert).toContainText('Couldn’t try the address.')
  await expect(alert).toContainText('The service cannot answer now.')
  await rename('www.fjordbikes.example')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(answer(page)).toContainText('This page is kept for 5 minutes')
  await context.setOffline(true)
  await tryIt(page)
  await expect(alert).toContainText('Can’t reach the service.')
  await context.setOffline(false)
})

test('each action says when it last acted', async ({ page, mock }) => {
  await mock.service.services.database.db.deleteFrom('site_action_times').execute()
  await page.reload()
  await expect(action(page, 'Cache')).toContainText('Not used yet')
  // what an action's options say begins below that
  const pages = action(page, 'Cache pages for anonymous visitors')
  const { x } = (await pages.getByText('Not used yet').boundingBox()) ?? {}
  await expect.poll(async () => (await pages.getByText('For 10 minutes').boundingBox())?.x).toBe(x)
  const edge = await mock.edge()
  // the second visit gets the page from the cache
  for (let visits = 0; visits < 2; visits++) await edge.visit('www.fjordbikes.example', '/')
  await edge.flush()
  await page.reload()
  await expect(action(page, 'Cache')).toContainText(/Last used 21 Nov 2026, \d\d:\d\d/)
  await expect(action(page, 'Prefetch on press')).toContainText('Not used yet')
})

test('it all fits on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await address(page).fill('/?utm_source=a-very-long-campaign-name-that-no-line-can-hold-in-one-piece')
  await tryIt(page)
  await expect(answer(page)).toContainText('This page is kept for')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
