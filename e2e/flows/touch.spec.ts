import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, heading, siteIn, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

/** One page of each kind. */
const pages: readonly [string, 'partner' | 'account', (ids: { site: string; monitor: string }) => string][] = [
  ['a list', 'partner', () => '/accounts'],
  ['a form', 'partner', () => '/accounts/new'],
  ['a site', 'account', ({ site }) => `/sites/${site}`],
  ['moves', 'account', ({ site }) => `/sites/${site}/optimizer`],
  ['a table of fields', 'account', ({ site }) => `/sites/${site}/cache`],
  ['settings', 'account', ({ site }) => `/sites/${site}/settings`],
  ['a list to choose from', 'account', () => '/monitors'],
  ['a long form', 'account', () => '/monitors/new'],
  ['details', 'account', ({ monitor }) => `/monitors/${monitor}`],
]

async function monitorId(mock: Mock): Promise<string> {
  const { id } = await mock.service.services.database.db
    .selectFrom('monitors')
    .select('id')
    .where('name', '=', 'Home, three locations')
    .executeTakeFirstOrThrow()
  return id
}

/** The controls that a finger can't hit: what can be pressed is below 44 px. Links within sentences needn't be larger. */
function tooSmall(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const least = 44
    const found = [
      ...document.querySelectorAll('button, a[href], select, summary, input:not([type="hidden"]), textarea'),
    ]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches('p a, [disabled]'))
      // marks on a time axis are as close as what they mark; the log of changes has the same links
      .filter((control) => !control.closest('[aria-label="Changes"]'))
      .filter((control) => getComputedStyle(control).clipPath === 'none')
      .map((control) => {
        const target = control.closest('label') ?? control.closest('.mantine-Input-wrapper') ?? control
        const { width, height } = target.getBoundingClientRect()
        // half a pixel is lost to rounding; a link is as wide as its words
        const isWide = width >= least - 0.5 || control.matches('a')
        const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40)
        return isWide && height >= least - 0.5
          ? ''
          : `${control.tagName} ${name}: ${Math.round(width)} × ${Math.round(height)}`
      })
    return found.filter((text) => text !== '')
  })
}

for (const [name, role, path] of pages) {
  test(`a finger hits every control of ${name}`, async ({ page, mock, signIn }) => {
    const { id: site } = await siteIn(mock, 'active')
    await signIn(role, path({ site, monitor: await monitorId(mock) }))
    await expect(heading(page, /./)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await tooSmall(page)).toEqual([])
    await expectNoSidewaysScroll(page)
  })
}

test('the link in a page’s corner doesn’t cover its actions', async ({ page, mock, signIn }) => {
  await signIn('partner', `/accounts/${mock.account.id}/tests`)
  const action = page.getByRole('link', { name: 'New test' })
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  const isHit = action.evaluate((link) => {
    const { right, top } = link.getBoundingClientRect()
    return link.contains(document.elementFromPoint(right - 12, top + 2))
  })
  expect(await isHit).toBe(true)
})

test('a finger hits every control of the sign-in', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(heading(page, 'Sign in')).toBeVisible()
  expect(await tooSmall(page)).toEqual([])
})

test('a finger hits every control of a dialog', async ({ page, mock, signIn }) => {
  const { id } = await siteIn(mock, 'active')
  await signIn('account', `/sites/${id}/cache?dialog=paste`)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await tooSmall(page)).toEqual([])
})
