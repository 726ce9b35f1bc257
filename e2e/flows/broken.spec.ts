import type { BrowserContext, Page } from '@playwright/test'
import { expect, shortenTimeouts, siteIn, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

type Role = 'partner' | 'account'

interface Place {
  readonly role: Role
  readonly path: string
  /** What the page shows once loaded. */
  readonly shows: (page: Page) => ReturnType<Page['getByText']>
}

const pageError = 'Couldn’t load this page.'
const table = (name: string) => (page: Page) => page.getByRole('table', { name })
const field = (name: string | RegExp) => (page: Page) => page.getByRole('textbox', { name })
const words = (text: string | RegExp) => (page: Page) => page.getByRole('main').getByText(text).first()
const chart = (page: Page) => page.getByRole('img', { name: /^Requests / })

/** Pages that each load something different. */
function placesOf(account: string, site: string, documentedOnly: boolean): readonly Place[] {
  const below = `/accounts/${account}`
  return [
    { role: 'partner', path: '/accounts', shows: table('Accounts') },
    { role: 'partner', path: below, shows: table('Sites') },
    { role: 'partner', path: `${below}/account`, shows: words('working@example.com') },
    { role: 'partner', path: `${below}/sites/${site}`, shows: table('DNS record') },
    { role: 'partner', path: `${below}/sites/${site}/traffic`, shows: chart },
    { role: 'account', path: '/sites', shows: table('Sites') },
    { role: 'account', path: `/sites/${site}`, shows: table('DNS record') },
    {
      role: 'account',
      path: `/sites/${site}/traffic`,
      shows: documentedOnly ? words('doesn’t show traffic to account holders') : chart,
    },
    { role: 'account', path: `/sites/${site}/cache`, shows: field('Path, row 1') },
    { role: 'account', path: `/sites/${site}/settings`, shows: words(/See the JSON for these/) },
    { role: 'account', path: '/service-ips', shows: words('198.51.100.7') },
    { role: 'account', path: '/account', shows: words('working@example.com') },
  ]
}

async function openIn(context: BrowserContext, mock: Mock, { role, path }: Place, fault: string): Promise<Page> {
  const page = await context.newPage()
  // with so many pages at once, even a good reply could otherwise time out
  if (fault === 'never.test') await shortenTimeouts(page)
  const kept = JSON.stringify({ role: role === 'account' ? 'user' : role, ...mock[role], baseUrl: '/api' })
  await page.addInitScript((session) => sessionStorage.setItem('site-performance.session', session), kept)
  await page.goto(path)
  return page
}

/** Renames the partner, account and site. Their names select the fault that hits their requests. */
async function rename(mock: Mock, site: string, email: string, host: string): Promise<void> {
  const { db } = mock.service.services.database
  await db.updateTable('partners').set({ email }).where('id', '=', mock.partner.id).execute()
  await db.updateTable('accounts').set({ email, email_lower: email }).where('id', '=', mock.account.id).execute()
  await db.updateTable('sites').set({ host }).where('id', '=', site).execute()
}

for (const [fault, why, documentedOnly] of [
  ['fail-503.test', /cannot answer now/, false],
  ['fail-503.test', /cannot answer now/, true],
  ['malformed.test', /match this API/, false],
  ['never.test', /didn’t answer/, false],
] as const) {
  test.describe(documentedOnly ? 'with documented operations only' : 'with all operations', () => {
    test.use({ documentedOnly })
    test(`each page reports ${fault} and loads once it’s fixed`, async ({ context, mock }) => {
      const site = await siteIn(mock, 'active')
      await rename(mock, site.id, `x@${fault}`, fault)
      await context.clock.setFixedTime(mock.clock.now())
      const places = placesOf(mock.account.id, site.id, documentedOnly)
      const pages = await Promise.all(
        places.map(async (place) => ({ place, page: await openIn(context, mock, place, fault) })),
      )
      await Promise.all(
        pages.map(async ({ place, page }) => {
          const alert = page.getByRole('alert').filter({ hasText: pageError })
          await expect(alert, place.path).toContainText(why)
          await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible()
        }),
      )
      await rename(mock, site.id, 'working@example.com', site.host)
      await Promise.all(
        pages.map(async ({ place, page }) => {
          const alert = page.getByRole('alert').filter({ hasText: pageError })
          await expect(async () => {
            // the page may reload by itself, or time out again with so many at once
            const retry = alert.getByRole('button', { name: 'Retry' })
            if (await retry.isVisible()) await retry.click({ timeout: 500 })
            await expect(place.shows(page), place.path).toBeVisible({ timeout: 10_000 })
          }).toPass({ timeout: 120_000 })
          await expect(alert).toHaveCount(0)
        }),
      )
    })
  })
}

test.describe('with documented operations only', () => {
  test.use({ documentedOnly: true })
  test('a page that failed loads from what was read meanwhile', async ({ page, mock, signIn }) => {
    const { id, host } = await siteIn(mock, 'active')
    // such a page doesn't reload by itself
    await rename(mock, id, 'x@malformed.test', host)
    await signIn('account', '/account')
    await expect(page.getByRole('alert').filter({ hasText: pageError })).toBeVisible()
    await rename(mock, id, 'working@example.com', host)
    // the account menu reads the email again, which is all that the page needs
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('button', { name: /working@example\.com/ })).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(words('working@example.com')(page)).toBeVisible()
  })
})
