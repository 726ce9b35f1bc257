import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const host = 'www.fjordbikes.example'

async function siteId({ service }: Mock): Promise<string> {
  const { id } = await service.services.database.db
    .selectFrom('sites')
    .select('id')
    .where('host', '=', host)
    .executeTakeFirstOrThrow()
  return id
}

const unknown = (page: Page) => page.getByRole('table', { name: 'Not known to this dashboard' })

test.describe('a service that can’t change settings', () => {
  test.use({ documentedOnly: true })

  test('has them shown in words, as a tree and as JSON, also where they were shown before', async ({
    page,
    mock,
    signIn,
  }) => {
    await signIn('account', `/sites/${await siteId(mock)}/settings`)
    await expect(page.getByText('Caches everything (cache-as-headers-allow).')).toBeVisible()
    await expect(page.getByRole('switch')).toHaveCount(0)
    await page.getByRole('link', { name: 'Exceptions and rules' }).click()
    await expect(
      page.getByText('Where the address contains “/media/”: convert images (“Product images”).'),
    ).toBeVisible()
    await expect(
      page.getByText(
        'Switched off. For everything: cache pages for anonymous visitors (max age 1 minute), until 31 Oct 2026 (“Autumn sale”).',
      ),
    ).toBeVisible()
    await expect(page.getByText('Except where the address contains “/checkout”.')).toBeVisible()
    await expect(page.getByText('offers no way to change or try them here')).toBeVisible()
    await expect(page.getByRole('switch')).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Advanced' }).click()
    await expect(unknown(page).getByRole('row').filter({ hasText: 'experiments' })).toContainText('"earlyHints":true')
    await expect(page.getByText('documentActions', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'JSON' }).click({ force: true })
    await expect(page.getByRole('region', { name: 'settings as JSON' })).toContainText('"schemaVersion": 12')
    await page.reload()
    await expect(page.getByRole('region', { name: 'settings as JSON' })).toBeVisible()
    // an address from before
    await page.goto(`/sites/${await siteId(mock)}/settings?view=json`)
    await expect(page).toHaveURL(/settings\/advanced\?view=json/)
    await expect(page.getByRole('region', { name: 'settings as JSON' })).toBeVisible()
  })
})

test.describe('a service with unknown fields', () => {
  test.use({ unknownRecords: true, documentedOnly: true })

  test('has every field shown', async ({ page, mock, signIn }) => {
    await signIn('account', `/sites/${await siteId(mock)}/settings/advanced`)
    await expect(unknown(page).getByRole('row').filter({ hasText: 'mode' })).toContainText('"aggressive"')
    await page.getByRole('button', { name: /^Show all \d/ }).click()
    await expect(page.getByText('profile.audience.countries.1').first()).toBeVisible()
    await expect(page.getByText('Europe/Oslo').first()).toBeVisible()
    await page.getByRole('group').getByText('Delivery network', { exact: true }).click()
    await expect(page.getByText('topology')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
