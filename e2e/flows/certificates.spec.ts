import type { Updateable } from 'kysely'
import { AuthorityError } from '../../src/service/certificates/index.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectReadable, heading, siteIn, test } from '../fixtures.ts'
import type { Schema } from '../../src/service/database/index.ts'
import type { Mock } from '../mock/mock.ts'
import type { Page } from '@playwright/test'

const panel = (page: Page) => page.getByRole('region', { name: 'Certificate' })

/** Opens the overview of the main account's site in a state. */
async function openSite(page: Page, mock: Mock, state: Parameters<typeof siteIn>[1]) {
  const site = await siteIn(mock, state)
  await page.goto(`/sites/${site.id}`)
  await expect(heading(page, site.host)).toBeVisible()
  return site
}

/** Changes what is stored of a site's certificate, where waiting for it would take hours. */
async function setCertificate(mock: Mock, siteId: string, values: Updateable<Schema['certificates']>): Promise<void> {
  const { db } = mock.service.services.database
  await db.updateTable('certificates').set(values).where('site_id', '=', siteId).execute()
}

test('a site’s page says who issued its certificate and until when', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  await openSite(page, mock, 'active')
  await expect(panel(page).getByText('Valid', { exact: true })).toBeVisible()
  await expect(panel(page).getByText('Example Authority E1')).toBeVisible()
  await expect(panel(page).getByRole('term')).toHaveText(['Issuer', 'Valid until', 'Last attempt', 'Renewal'])
  await expect(
    panel(page)
      .getByText(/ · in \d+\s(?:d|months)/)
      .first(),
  ).toBeVisible()
  await expect(panel(page).getByRole('button')).toHaveCount(0)
})

test('one that can’t be renewed says why, and can be tried again', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const site = await openSite(page, mock, 'transparent')
  const { authority } = mock.world
  const refused = new AuthorityError('refused', 'The certificate authority refused: it’s still HTTP 404.')
  authority.problems.set(site.host, refused)
  await expect(panel(page).getByText('Valid, not renewed')).toBeVisible()
  await expect(
    panel(page).getByText(`The certificate authority refused: ${site.host} answered HTTP 404.`),
  ).toBeVisible()

  await panel(page).getByRole('button', { name: 'Try now' }).click()
  await expect(panel(page).getByText(refused.message)).toBeVisible()
  await expect(panel(page).getByRole('status')).toHaveText('The attempt failed.')

  await panel(page).getByRole('button', { name: 'Try now' }).click()
  await expect(panel(page).getByRole('alert')).toContainText('Couldn’t try now.')
  await expect(panel(page).getByRole('alert')).toContainText(
    /The last attempt was a moment ago\. Try again in \d+ minutes\./,
  )

  authority.problems.clear()
  await setCertificate(mock, site.id, { attempted_at: mock.clock.now() - 5 * 60_000 })
  await panel(page).getByRole('button', { name: 'Try now' }).click()
  await expect(panel(page).getByRole('alert')).toHaveCount(0)
  await expect(panel(page).getByRole('status')).toHaveText('The certificate is installed.')
  await expect(panel(page).getByText('Valid', { exact: true })).toBeVisible()
  await expect(panel(page).getByRole('button')).toHaveCount(0)
})

test('one that is being got appears by itself', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const site = await openSite(page, mock, 'trial')
  await expect(panel(page).getByText('Waiting', { exact: true })).toBeVisible()
  await expect(panel(page).getByText(/^The service is getting a certificate\./)).toBeVisible()
  await setCertificate(mock, site.id, { leased_until: mock.clock.now() })
  await mock.clock.advance(2000)
  await expect(panel(page).getByText('Valid', { exact: true })).toBeVisible()
})

test('one that can’t be got is an incident', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const site = await siteIn(mock, 'trial')
  const said = 'The certificate authority refused: no answer'
  mock.world.authority.problems.set(site.host, new AuthorityError('refused', `${said}.`))
  await setCertificate(mock, site.id, { leased_until: mock.clock.now(), failures: 2 })
  await mock.clock.advance(2000)
  await page.clock.setFixedTime(mock.clock.now())
  await page.goto(`/sites/${site.id}`)
  await expect(panel(page).getByText('Not issued', { exact: true })).toBeVisible()
  await page.goto('/incidents?kind=certificate')
  await page.getByRole('row').filter({ hasText: site.host }).getByRole('link').first().click()
  await expect(page.getByText(`The certificate of ${site.host} is missing: ${said}`).first()).toBeVisible()
  await expect(page.getByText('Closes once the service has got a certificate.')).toBeVisible()
})

test('a site that isn’t live gets none yet, and a partner sees the same', async ({ page, mock, signIn }) => {
  await signIn('partner', null)
  const site = await siteIn(mock, 'preview')
  await page.goto(`/accounts/${mock.account.id}/sites/${site.id}`)
  await expect(panel(page).getByText('The service gets one within seconds once the site is live.')).toBeVisible()
  await expect(panel(page).getByRole('term')).toHaveCount(0)
})

test('its page says so if it can’t be read, and reads it again', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const site = await siteIn(mock, 'active')
  const setHost = (host: string) =>
    mock.service.services.database.db.updateTable('sites').set({ host }).where('id', '=', site.id).execute()
  await setHost('fail-500.at-certificate.test')
  await page.goto(`/sites/${site.id}`)
  await expect(panel(page).getByRole('alert')).toContainText('Couldn’t load the certificate.')
  await setHost(site.host)
  await panel(page).getByRole('button', { name: 'Retry' }).click()
  await expect(panel(page).getByText('Valid', { exact: true })).toBeVisible()
})

test.describe('a service without certificates', () => {
  test.use({ documentedOnly: true })

  test('says so', async ({ page, mock, signIn }) => {
    await signIn('account', null)
    await openSite(page, mock, 'active')
    await expect(panel(page).getByText('This service doesn’t report certificates.')).toBeVisible()
  })
})

test('the panel is accessible, in both themes and on a phone', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  await openSite(page, mock, 'transparent')
  await expect(panel(page).getByText('Valid, not renewed')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadable(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('the log of changes tells of certificates', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const site = await siteIn(mock, 'transparent')
  await setCertificate(mock, site.id, { next_attempt_at: mock.clock.now() })
  await mock.clock.advance(2000)
  await page.clock.setFixedTime(mock.clock.now())
  await page.goto('/changes')
  const change = page.getByRole('row').filter({ hasText: site.host }).filter({ hasText: 'Certificate renewed' })
  await expect(change).toContainText('Certificate renewed by Example Authority E1, valid until')
  await expect(change).toContainText('The service')
})
