import { expect, expectAccessible, heading, test } from '../fixtures.ts'
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

for (const documentedOnly of [false, true]) {
  test.describe(documentedOnly ? 'with documented operations only' : 'with all operations', () => {
    test.use({ documentedOnly })

    test('compares two profiles', async ({ page, mock, signIn }) => {
      await signIn('account', `/sites/${await siteId(mock)}/settings`)
      const table = page.getByRole('table', { name: 'Profile comparison' })
      await expect(table.getByRole('row').filter({ hasText: /Name.*General/ })).toContainText(
        /General\s*.*Campaign\s*.*Different/,
      )
      await page.getByRole('combobox', { name: 'Second profile' }).selectOption({ label: 'General (default)' })
      await expect(page.getByText('The profiles are identical.')).toBeVisible()
      const network = page.getByRole('region', { name: 'Delivery network' })
      await expect(network).toContainText(/Visitors who come through the service are served from \d+ address/)
      await expect(network.getByText('processing_unit').first()).toBeHidden()
      await network.getByText('Raw delivery network').click()
      await expect(network.getByText('processing_unit').first()).toBeVisible()
      const names = page.getByRole('region', { name: 'Identifiers' })
      await names.getByRole('button', { name: 'Copy site ID' }).click()
      await expect(names.getByText('Copied site ID')).toBeAttached()
    })

    test('shows service IPs as plain text and for nginx, Apache and iptables', async ({ page, signIn }) => {
      await signIn('account')
      await page.getByRole('link', { name: 'Service IPs' }).click()
      await expect(heading(page, 'Service IPs')).toBeVisible()
      const text = page.getByRole('region', { name: /^service IPs/ })
      await expect(text).toHaveText('198.51.100.7\n198.51.100.8\n203.0.113.20\n', { useInnerText: false })
      for (const [format, line] of [
        ['nginx', 'allow 198.51.100.7;'],
        ['Apache', 'Require ip 198.51.100.7'],
        ['iptables', '-s 198.51.100.7 -j ACCEPT'],
      ] as const) {
        await page.getByRole('radio', { name: format }).click({ force: true })
        await expect(text).toContainText(line)
      }
      await expect(page.getByText(/would block them/)).toBeVisible()
    })

    test('shows the account holder’s own account', async ({ page, mock, signIn }) => {
      await signIn('account')
      await page.getByRole('link', { name: 'Account', exact: true }).click()
      await expect(heading(page, 'Account')).toBeVisible()
      await expect(page.getByRole('main').getByText('fjordbikes@example.com')).toBeVisible()
      await expect(page.getByRole('main').getByTitle(mock.account.id)).toBeVisible()
      await expect(page.getByRole('region', { name: 'curl example' })).toContainText(
        `/api/sites?user_id=${mock.account.id}`,
      )
      await expect(page.getByText(mock.account.key)).toHaveCount(0)
      await page.getByRole('button', { name: 'Show API key' }).click()
      await expect(page.getByText(mock.account.key)).toBeVisible()
      expect(page.url()).not.toContain(mock.account.key)
    })
  })
}

test.describe('a service that can’t change settings', () => {
  test.use({ documentedOnly: true })

  test('has them shown in words, as a tree and as JSON', async ({ page, mock, signIn }) => {
    await signIn('account', `/sites/${await siteId(mock)}/settings`)
    await expect(
      page.getByText('For everything where the address contains “/media/”: convert images (“Product images”).'),
    ).toBeVisible()
    await expect(
      page.getByText(
        'Switched off. For everything: cache pages for anonymous visitors (max age 1 minute), until 31 Oct 2026 (“Autumn sale”).',
      ),
    ).toBeVisible()
    await expect(page.getByText(/See the JSON for these: .*schemaVersion/)).toBeVisible()
    await expect(page.getByText('Except where the address contains “/checkout”.')).toBeVisible()
    await expect(page.getByText('offers no way to change or try them here')).toBeVisible()
    await expect(page.getByRole('switch')).toHaveCount(0)
    await page.getByRole('radio', { name: 'Tree' }).click({ force: true })
    await expect(page.getByText('documentActions')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'JSON' }).click({ force: true })
    await expect(page.getByRole('region', { name: 'settings as JSON' })).toContainText('"schemaVersion": 12')
    await page.reload()
    await expect(page.getByRole('region', { name: 'settings as JSON' })).toBeVisible()
  })
})

test.describe('a service with unknown fields', () => {
  test.use({ unknownRecords: true, documentedOnly: true })

  test('can send the sites as a bare list', async ({ page, signIn }) => {
    await signIn('account')
    await expect(page.getByRole('link', { name: host, exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('has every field shown', async ({ page, mock, signIn }) => {
    await signIn('account', `/sites/${await siteId(mock)}/settings`)
    await expect(page.getByText(/^See the JSON for these: mode\b/)).toBeVisible()
    await expect(page.getByText('profile.audience.countries.1').first()).toBeVisible()
    await expect(page.getByText('Europe/Oslo').first()).toBeVisible()
    await page.getByText('Raw delivery network').click()
    await expect(page.getByText('topology')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('a partner’s page says that only the account holder can open profiles and settings', async ({
  page,
  mock,
  signIn,
}) => {
  await signIn('partner', `/accounts/${mock.account.id}/sites/${await siteId(mock)}/settings`)
  await expect(page.getByText('Only the account holder can open profiles and settings.')).toBeVisible()
  await page.goto('/service-ips')
  await expect(heading(page, 'Account holders only')).toBeVisible()
})
