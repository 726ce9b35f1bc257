import type { Locator, Page } from '@playwright/test'
import { expect, pressUnlessShown, shortenTimeouts, siteIn, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

interface Place {
  readonly role: 'partner' | 'account'
  readonly path: (site: string) => string
  /** What the page shows once loaded. */
  readonly shows: (page: Page) => Locator
}

const pageError = 'Couldn’t load this page.'
const table = (name: string) => (page: Page) => page.getByRole('table', { name })

/** Renames the partner, account and site. Their names select the fault that hits their requests. */
async function rename(mock: Mock, site: string, email: string, host: string): Promise<void> {
  const { db } = mock.service.services.database
  await db.updateTable('partners').set({ email }).where('id', '=', mock.partner.id).execute()
  await db.updateTable('accounts').set({ email, email_lower: email }).where('id', '=', mock.account.id).execute()
  await db.updateTable('sites').set({ host }).where('id', '=', site).execute()
}

const faults = [
  ['fail-503.test', /cannot answer now/, { role: 'partner', path: () => '/accounts', shows: table('Accounts') }],
  ['malformed.test', /match this API/, { role: 'account', path: () => '/sites', shows: table('Sites') }],
  ['never.test', /didn’t answer/, { role: 'account', path: (site) => `/sites/${site}`, shows: table('DNS record') }],
] as const satisfies readonly (readonly [string, RegExp, Place])[]

test('a page reports what is wrong with the service, and loads once that is fixed', async ({ page, mock, signIn }) => {
  const site = await siteIn(mock, 'active')
  for (const [fault, why, place] of faults) {
    await test.step(fault, async () => {
      if (fault === 'never.test') await shortenTimeouts(page)
      await signIn(place.role, null)
      await rename(mock, site.id, `x@${fault}`, fault)
      await page.goto(place.path(site.id))
      const alert = page.getByRole('alert').filter({ hasText: pageError })
      await expect(alert).toContainText(why)
      await rename(mock, site.id, 'working@example.com', site.host)
      // the page may reload by itself
      await pressUnlessShown(alert.getByRole('button', { name: 'Retry' }), place.shows(page))
      await expect(place.shows(page)).toBeVisible()
      await expect(alert).toHaveCount(0)
    })
  }
})
