import type { Page } from '@playwright/test'
import type { OptimizerState } from '../../src/contract/index.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  shortenTimeouts,
  onEveryService,
  siteIn,
  test,
} from '../fixtures.ts'
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

const setSite = (mock: Mock, id: string, values: { state?: string; host?: string }) =>
  mock.service.services.database.db.updateTable('sites').set(values).where('id', '=', id).execute()

onEveryService(() => {
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

  test('maintenance needs the host typed, and shows how many requests it affects', async ({
    page,
    mock,
    signIn,
    documentedOnly,
  }) => {
    await signIn('account', null)
    const { id, host } = await open(page, mock, 'account', 'active')
    await button(page, 'Start maintenance…').click()
    const dialog = page.getByRole('dialog', { name: `Start maintenance for ${host}?` })
    await expect(dialog).toContainText('Every visitor gets a 503 maintenance page')
    await expect(dialog).toContainText(
      documentedOnly ? 'isn’t available here' : /The site served [\d,]+ requests in the last hour/,
    )
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
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('home page not checked since the change')
    await expect(button(page, 'Start maintenance…')).toBeFocused()
    // the button that opened the dialog is disabled by now; its reason must not cover what stands beside it
    await expect(button(page, 'Start maintenance…')).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    // the service's log knows of the move when this page doesn't any more
    await page.reload()
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(
      documentedOnly ? /home page checked/ : 'home page not checked since the change',
    )
  })

  test('a partner can bypass but not start maintenance', async ({ page, mock, signIn }) => {
    await signIn('partner', null)
    const { id, host } = await open(page, mock, 'partner', 'active')
    await expect(page.getByText(/Only the account holder can start maintenance/).first()).toBeVisible()
    await expect(button(page, 'Start maintenance…')).toHaveAttribute('aria-disabled', 'true')
    await button(page, 'Bypass…').click()
    await page.getByLabel(`Type ${host} to confirm`).fill(host)
    await page.getByRole('dialog').getByRole('button', { name: 'Bypass' }).click()
    await expect(shown(page, 'bypass')).toContainText('Visitors go straight to the origin.')
    expect(await stateOf(mock, id)).toBe('bypass')
  })

  test('unavailable moves are disabled and say why', async ({ page, mock, signIn, documentedOnly }) => {
    await signIn('account', null)
    await open(page, mock, 'account', 'off')
    for (const name of ['Go transparent', 'Bypass…', 'Start maintenance…', 'Resume'])
      await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText('Available once DNS points to the service.')).toHaveCount(3)
    await expect(page.getByText('The site goes live by itself once DNS points to the service.')).toBeVisible()
    await open(page, mock, 'account', 'proxy only')
    await expect(button(page, 'Bypass…')).toHaveAttribute('aria-disabled', 'true')
    // its record is missing, which only a whole service reports
    const resume = button(page, documentedOnly ? 'Resume' : 'Resume…')
    await expect(resume).not.toHaveAttribute('aria-disabled', 'true')
    await open(page, mock, 'account', 'maintenance')
    await expect(page.getByText('The site is already in this state.').first()).toBeVisible()
    // an address with a confirmation that doesn't apply shows no dialog
    await page.goto(`${page.url()}?confirm=maintenance`)
    await expect(heading(page, /maintenance/)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('an unknown state is shown as reported, and pause is never offered', async ({ page, mock, signIn }) => {
    await signIn('account', null)
    const { id } = await siteIn(mock, 'active')
    await setSite(mock, id, { state: 'paused' })
    await page.goto(`/sites/${id}/optimizer`)
    await expect(shown(page, 'paused')).toContainText('This dashboard doesn’t recognize the state')
    await expect(page.getByRole('button', { name: /pause/i })).toHaveCount(0)
    await button(page, 'Resume').click()
    await expect(page.getByRole('alert').filter({ hasText: 'wasn’t changed' })).toContainText(/paused/)
  })

  test('a refused move is reverted, and the current state is read', async ({ page, mock, signIn }) => {
    await signIn('account', null)
    const { id } = await open(page, mock, 'account', 'active')
    await setSite(mock, id, { state: 'off' })
    await button(page, 'Go transparent').click()
    await expect(page.getByRole('alert').filter({ hasText: 'wasn’t changed' })).toContainText(
      /The optimizer is in the state off: transparent isn’t allowed/,
    )
    await expect(shown(page, 'off')).toContainText('doesn’t pass through the service')
  })
})

test('a move of a site that was deleted in the meantime is reverted with a reason', async ({ page, mock, signIn }) => {
  await signIn('partner', null)
  const { id } = await open(page, mock, 'partner', 'active')
  await mock.service.services.database.db.deleteFrom('sites').where('id', '=', id).execute()
  await button(page, 'Go transparent').click()
  await expect(page.getByRole('alert').first()).toContainText(/this site doesn.t exist/i)
})

test('a move without a reply is reverted, and the typed host is kept for a retry', async ({ page, mock, signIn }) => {
  await shortenTimeouts(page)
  const { id } = await siteIn(mock, 'active')
  const host = 'writes-only.never.test'
  await setSite(mock, id, { host })
  await signIn('account', `/sites/${id}/optimizer?confirm=bypass`)
  const dialog = page.getByRole('dialog', { name: `Bypass ${host}?` })
  await dialog.getByLabel(`Type ${host} to confirm`).fill(host)
  await dialog.getByRole('button', { name: 'Bypass' }).click()
  await expect(dialog.getByRole('alert')).toContainText(/didn’t answer.*may have gone through/)
  await expect(dialog.getByLabel(`Type ${host} to confirm`)).toHaveValue(host)
  expect(await stateOf(mock, id)).toBe('active')
  await setSite(mock, id, { host: 'www.working.example' })
  await dialog.getByRole('button', { name: 'Bypass' }).click()
  await expect(dialog).toBeHidden()
  await expect(shown(page, 'bypass')).toBeVisible()
  expect(await stateOf(mock, id)).toBe('bypass')
})

test('a partner’s failed move is reverted with a reason', async ({ page, mock, signIn }) => {
  await shortenTimeouts(page)
  const { id } = await siteIn(mock, 'active')
  await signIn('partner', `/accounts/${mock.account.id}/sites/${id}/optimizer`)
  await expect(shown(page, 'active')).toBeVisible()
  for (const [fault, words] of [
    ['fail-503.test', /cannot answer now/],
    ['malformed.test', /may not have changed\..*match this API/],
    ['never.test', /may not have changed\..*didn’t answer/],
  ] as const) {
    await setSite(mock, id, { host: `writes-only.${fault}` })
    await button(page, 'Go transparent').click()
    await expect(page.getByRole('alert').filter({ hasText: 'The optimizer' })).toContainText(words)
    await expect(shown(page, 'active')).toBeVisible()
    await expect(button(page, 'Go transparent')).toBeEnabled()
  }
  expect(await stateOf(mock, id)).toBe('active')
})

test('shows the new state before the service answers', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const { id } = await siteIn(mock, 'active')
  await setSite(mock, id, { host: 'writes-only.slow.test' })
  await page.goto(`/sites/${id}/optimizer`)
  await button(page, 'Go transparent').click()
  await expect(shown(page, 'Waiting for the service')).toContainText('transparent')
  expect(await stateOf(mock, id)).toBe('active')
  await expect(page.getByText(/^Now transparent\. Requests pass through/)).toBeVisible()
})

test('the page and its confirmation pass axe', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const { host } = await open(page, mock, 'account', 'active')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
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

test('states differ by shape, not by colour', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const colours = new Set<string>()
  const shapes = new Set<string>()
  for (const state of ['active', 'preview', 'bypass', 'maintenance', 'off'] as const) {
    await open(page, mock, 'account', state)
    const mark = shown(page, state).locator('svg')
    colours.add(await mark.evaluate((svg) => getComputedStyle(svg).color))
    shapes.add(await mark.innerHTML())
  }
  expect(colours.size).toBe(1)
  expect(shapes.size).toBe(5)
})

test('resuming asks first where DNS doesn’t point to the service', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const { id, host } = await open(page, mock, 'account', 'bypass')
  await button(page, 'Resume…').click()
  const dialog = page.getByRole('dialog', { name: `Resume ${host}?` })
  await expect(dialog).toContainText('it stays off until DNS points here')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await stateOf(mock, id)).toBe('bypass')
  await button(page, 'Resume…').click()
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/confirm/)
  expect(await stateOf(mock, id)).not.toBe('bypass')
})
