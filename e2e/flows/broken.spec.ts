import type { BrowserContext, Page } from '@playwright/test'
import { expect, hurry, onEveryService, siteIn, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

type Role = 'partner' | 'account'

interface Place {
  readonly role: Role
  readonly path: string
  /** What the page says cannot be done. */
  readonly says: string | RegExp
  /** What is there once it can. */
  readonly shows: (page: Page) => ReturnType<Page['getByText']>
}

const ofPage = 'The page could not be loaded.'
const table = (name: string) => (page: Page) => page.getByRole('table', { name })
const field = (name: string | RegExp) => (page: Page) => page.getByRole('textbox', { name })
const words = (text: string | RegExp) => (page: Page) => page.getByRole('main').getByText(text).first()
const chart = (page: Page) => page.getByRole('img', { name: /^Requests / })

/** Every page that reads something of an account or a site. */
function placesOf(account: string, site: string, documentedOnly: boolean): readonly Place[] {
  const below = `/accounts/${account}`
  return [
    { role: 'partner', path: '/accounts', says: ofPage, shows: table('Accounts') },
    { role: 'partner', path: below, says: ofPage, shows: table('Sites') },
    { role: 'partner', path: `${below}/account`, says: ofPage, shows: words('fjordbikes@example.com') },
    { role: 'partner', path: `${below}/account/email`, says: ofPage, shows: field('New e-mail') },
    { role: 'partner', path: `${below}/account/delete`, says: ofPage, shows: words(/still has/) },
    { role: 'partner', path: `${below}/sites/${site}`, says: ofPage, shows: table('DNS record') },
    { role: 'partner', path: `${below}/sites/${site}/host`, says: ofPage, shows: field('New host') },
    { role: 'partner', path: `${below}/sites/${site}/traffic`, says: ofPage, shows: chart },
    { role: 'account', path: '/sites', says: ofPage, shows: table('Sites') },
    { role: 'account', path: `/sites/${site}`, says: ofPage, shows: table('DNS record') },
    { role: 'account', path: `/sites/${site}/optimizer`, says: ofPage, shows: words('Go transparent') },
    {
      role: 'account',
      path: `/sites/${site}/traffic`,
      says: ofPage,
      shows: documentedOnly ? words('does not tell account holders their traffic') : chart,
    },
    { role: 'account', path: `/sites/${site}/cache`, says: ofPage, shows: field('Path, row 1') },
    { role: 'account', path: `/sites/${site}/settings`, says: ofPage, shows: words('Schema version is 12.') },
    { role: 'account', path: '/service-ips', says: ofPage, shows: words('198.51.100.7') },
    { role: 'account', path: '/account', says: ofPage, shows: words('fjordbikes@example.com') },
  ]
}

async function openIn(context: BrowserContext, mock: Mock, { role, path }: Place): Promise<Page> {
  const page = await context.newPage()
  await hurry(page)
  const kept = JSON.stringify({ role: role === 'account' ? 'user' : role, ...mock[role], baseUrl: '/api' })
  await page.addInitScript((session) => sessionStorage.setItem('site-performance.session', session), kept)
  await page.goto(path)
  return page
}

onEveryService(() => {
  for (const [fault, why] of [
    ['fail-503.test', /cannot answer now/],
    ['malformed.test', /not one of this API/],
    ['never.test', /did not answer/],
  ] as const) {
    test(`${fault}: each page says what could not be read, and shows it once that is mended`, async ({
      context,
      mock,
      documentedOnly,
    }) => {
      const { db } = mock.service.services.database
      const site = await siteIn(mock, 'active')
      const email = (at: string) => ({ email: at, email_lower: at })
      const account = 'fjordbikes@example.com'
      await db.updateTable('partners').set({ email: `x@${fault}` }).where('id', '=', mock.partner.id).execute()
      await db.updateTable('accounts').set(email(`x@${fault}`)).where('id', '=', mock.account.id).execute()
      await db.updateTable('sites').set({ host: fault }).where('id', '=', site.id).execute()
      await context.clock.setFixedTime(mock.clock.now())
      const places = placesOf(mock.account.id, site.id, documentedOnly)
      const pages = await Promise.all(
        places.map(async (place) => ({ place, page: await openIn(context, mock, place) })),
      )
      await Promise.all(
        pages.map(async ({ place, page }) => {
          const alert = page.getByRole('alert').filter({ hasText: place.says }).first()
          await expect(alert, place.path).toContainText(why, { timeout: 20_000 })
          await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible()
        }),
      )
      await db.updateTable('partners').set({ email: 'ops@nordhost.example' }).where('id', '=', mock.partner.id).execute()
      await db.updateTable('accounts').set(email(account)).where('id', '=', mock.account.id).execute()
      await db.updateTable('sites').set({ host: site.host }).where('id', '=', site.id).execute()
      for (const { place, page } of pages) {
        // a page whose service is back may be there by itself before anybody clicks
        const retry = page.getByRole('alert').filter({ hasText: place.says }).getByRole('button', { name: 'Retry' })
        await retry.click({ timeout: 1000 }).catch(() => undefined)
        await expect(place.shows(page), place.path).toBeVisible()
        await expect(page.getByRole('alert').filter({ hasText: place.says })).toHaveCount(0)
      }
    })
  }
})
