import type { Updateable } from 'kysely'
import { AuthorityError } from '../../src/service/certificates/index.ts'
import { expect, siteIn, test } from '../fixtures.ts'
import type { Schema } from '../../src/service/database/index.ts'
import type { Mock } from '../mock/mock.ts'
import type { Page } from '@playwright/test'

const panel = (page: Page) => page.getByRole('region', { name: 'Certificate' })

/** Changes what is stored of a site's certificate, where waiting for it would take hours. */
async function setCertificate(mock: Mock, siteId: string, values: Updateable<Schema['certificates']>): Promise<void> {
  const { db } = mock.service.services.database
  await db.updateTable('certificates').set(values).where('site_id', '=', siteId).execute()
}

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
  await expect(page.getByText(`The certificate is missing: ${said}`).first()).toBeVisible()
  await expect(page.getByText('Once the service has got a certificate')).toBeVisible()
})
