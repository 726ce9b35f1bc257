import type { Page } from '@playwright/test'
import { expect, heading, onEveryService, siteIn, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const db = (mock: Mock) => mock.service.services.database.db

const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

const setSite = (
  mock: Mock,
  id: string,
  values: { state?: string; host?: string; cname_seen?: string | null; cname_seen_at?: number | null },
) => db(mock).updateTable('sites').set(values).where('id', '=', id).execute()

/** A site, unless it has been deleted. */
const siteOf = (mock: Mock, id: string) =>
  db(mock).selectFrom('sites').selectAll().where('id', '=', id).where('state', '!=', 'deleted').executeTakeFirst()

onEveryService(() => {
  test('a site’s page explains its state and shows the expected DNS record', async ({
    page,
    mock,
    signIn,
    documentedOnly,
  }) => {
    const site = await siteIn(mock, 'preview')
    const { service_cname: target } = (await siteOf(mock, site.id)) ?? {}
    await signIn('partner', `/accounts/${mock.account.id}/sites/${site.id}`)
    await expect(page.getByText('visitors still go to the origin').first()).toBeVisible()
    const record = page.getByRole('table', { name: 'DNS record' })
    await expect(record).toContainText(site.host)
    await expect(record).toContainText(target ?? 'no target')
    if (documentedOnly) {
      await expect(page.getByText(/This service doesn’t report what it found/)).toBeVisible()
    } else {
      await expect(record).toContainText('No CNAME record')
      await expect(page.getByText('Record not found · checked 40 s ago')).toBeVisible()
    }
    const addresses = page.getByRole('region', { name: 'Addresses' })
    await expect(addresses).toContainText(site.host)
    await expect(addresses).not.toContainText(site.id)
    const below = async (part: string) =>
      (await page.getByRole('heading', { name: part, exact: true }).boundingBox())?.y ?? 0
    expect(await below('DNS')).toBeLessThan(await below('Addresses'))
    // until the site is live, the record is the only thing to do
    expect(await below('DNS')).toBeLessThan(await below('Latest samples'))
    const active = await siteIn(mock, 'active')
    await page.goto(`/accounts/${mock.account.id}/sites/${active.id}`)
    if (!documentedOnly) await expect(page.getByText('Record matches · checked 40 s ago')).toBeVisible()
    expect(await below('DNS')).toBeGreaterThan(await below('Latest samples'))
    const bypassed = await siteIn(mock, 'bypass')
    await page.goto(`/accounts/${mock.account.id}/sites/${bypassed.id}`)
    if (!documentedOnly)
      await expect(page.getByText(/While the optimizer is bypassed, visitors don’t need this record/)).toBeVisible()
  })

  test('a reseller removes the record of a site in proxy only before deleting the site', async ({
    page,
    mock,
    signIn,
    documentedOnly,
  }) => {
    const site = await db(mock)
      .selectFrom('sites')
      .selectAll()
      .where('host', '=', 'www.kaibackerei.example')
      .executeTakeFirstOrThrow()
    await setSite(mock, site.id, { state: 'proxy only' })
    const address = `/accounts/${site.account_id}/sites/${site.id}/delete`
    await signIn('reseller', address)
    if (documentedOnly) {
      // the DNS result isn't reported here, so only the service can refuse
      await page.getByRole('textbox', { name: `Type ${site.host} to confirm` }).fill(site.host)
      await page.getByRole('button', { name: 'Delete site' }).click()
      await expect(alert(page, 'The site wasn’t deleted.')).toContainText('Remove it first')
    } else {
      await expect(page.getByText('Remove the record first.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Delete site' })).toHaveCount(0)
    }
    await setSite(mock, site.id, { cname_seen: null })
    mock.world.dns.set(site.host, { kind: 'none' })
    await page.goto(address)
    await page.getByRole('textbox', { name: `Type ${site.host} to confirm` }).fill(site.host)
    await page.getByRole('button', { name: 'Delete site' }).click()
    await expect(heading(page, 'Kai Bäckerei')).toBeVisible()
    expect(await siteOf(mock, site.id)).toBeUndefined()
  })
})

for (const role of ['partner', 'account'] as const) {
  test(`adds a site, and reports an invalid host at its field (${role})`, async ({ page, mock, signIn }) => {
    await signIn(role, role === 'partner' ? `/accounts/${mock.account.id}` : '/sites')
    await page.getByRole('link', { name: 'Add site' }).click()
    const field = page.getByRole('textbox', { name: 'Host' })
    await page.getByRole('button', { name: 'Add site' }).click()
    await expect(page.getByText('Enter the site’s host name.')).toBeVisible()
    for (const [host, words] of [
      ['not a host', /This must be a host name/],
      ['www.fjordbikes.example', /already a site of this account/i],
    ] as const) {
      await field.fill(host)
      await page.getByRole('button', { name: 'Add site' }).click()
      await expect(page.getByText(words)).toBeVisible()
      await expect(field).toHaveValue(host)
    }
    await field.fill('https://New.Fjordbikes.example/start')
    await page.getByRole('button', { name: 'Add site' }).click()
    await expect(heading(page, 'new.fjordbikes.example')).toBeVisible()
    await expect(page.getByText('Only the preview address is optimized').first()).toBeVisible()
  })
}

test('changes the host of the first site, and reports an invalid one at its field', async ({ page, mock, signIn }) => {
  const site = await siteIn(mock, 'active')
  await signIn('partner', `/accounts/${mock.account.id}/sites/${site.id}`)
  await page.getByRole('button', { name: 'Change host' }).click()
  const field = page.getByRole('textbox', { name: 'New host' })
  for (const [host, words] of [
    ['', /Enter the new host name/],
    ['no host', /This must be a host name/],
    ['off.fjordbikes.example', /already a site of this account/i],
    [`https://${site.host.toUpperCase()}/`, /This is already the site’s host/],
  ] as const) {
    await field.fill(host)
    await page.getByRole('button', { name: 'Change host' }).click()
    await expect(page.getByText(words)).toBeVisible()
    await expect(field).toHaveValue(host)
  }
  await page.getByRole('checkbox', { name: /certificate/ }).check()
  await field.fill('bad-certificate.example')
  await page.getByRole('button', { name: 'Change host' }).click()
  await expect(page.getByText(/certificate/i).filter({ hasText: /expired/ })).toBeVisible()
  await field.fill('bikes.fjord.example')
  await page.getByRole('button', { name: 'Change host' }).click()
  await expect(heading(page, 'bikes.fjord.example')).toBeVisible()
  expect((await siteOf(mock, site.id))?.host).toBe('bikes.fjord.example')
})

test('a site in preview is deleted after its host is typed', async ({ page, mock, signIn }) => {
  const { id, host } = await siteIn(mock, 'preview')
  await signIn('partner', `/accounts/${mock.account.id}/sites/${id}`)
  await page.getByRole('link', { name: 'Delete site…' }).click()
  await expect(page.getByText(`${host} will be deleted with`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete site' })).toBeDisabled()
  await page.getByRole('textbox', { name: `Type ${host} to confirm` }).fill(host)
  await page.getByRole('button', { name: 'Delete site' }).click()
  await expect(heading(page, 'Fjord Bikes')).toBeVisible()
  await expect(page.getByRole('link', { name: 'www.fjordbikes.example', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: host, exact: true })).toHaveCount(0)
  expect(await siteOf(mock, id)).toBeUndefined()
  await page.goto(`/accounts/${mock.account.id}/sites/${id}`)
  await expect(page.getByRole('alert')).toContainText('This site wasn’t found.')
  await expect(page.getByRole('link', { name: 'Go to the sites' })).toBeVisible()
})

test('a portal address opens the site for its account holder', async ({ page, mock, signIn }) => {
  const { id, host } = await siteIn(mock, 'active')
  await signIn('account', `/sites/${id}/results`)
  await expect(heading(page, host)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/sites/${id}$`))
})

test('a portal address lets a partner search for the site’s account', async ({ page, mock, signIn }) => {
  const { id, host } = await siteIn(mock, 'active')
  await signIn('partner', `/sites/${id}/optimizer`)
  await expect(heading(page, `Which account has ${host}?`)).toBeVisible()
  await page.getByRole('textbox', { name: 'Name or email contains' }).fill('bergmann')
  await page.getByRole('button', { name: 'Find account' }).click()
  await expect(alert(page, 'None of the matching accounts has this site.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name or email contains' }).fill('')
  await page.getByRole('button', { name: 'Find account' }).click()
  await expect(page).toHaveURL(`/accounts/${mock.account.id}/sites/${id}/optimizer`)
  await expect(heading(page, host)).toBeVisible()
  // the account is now remembered
  await page.goto(`/sites/${id}/results`)
  await expect(page).toHaveURL(`/accounts/${mock.account.id}/sites/${id}`)
})

test('each restriction on a reseller’s further hosts is reported at its field', async ({ page, mock, signIn }) => {
  const { account_id } = await db(mock)
    .selectFrom('sites')
    .select('account_id')
    .where('host', '=', 'www.kaibackerei.example')
    .executeTakeFirstOrThrow()
  await signIn('reseller', `/accounts/${account_id}/sites/new`)
  await expect(page.getByRole('textbox', { name: 'Host' })).toHaveAccessibleDescription(/without https:\/\//)
  for (const [host, words] of [
    ['https://www.backerei.example', 'This must not be an https address'],
    ['backerei.example', 'This must not be a root domain'],
    ['a-record.backerei.example', 'its DNS has an A record'],
    ['silent-dns.backerei.example', 'can’t be read at the moment'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Host' }).fill(host)
    await page.getByRole('button', { name: 'Add site' }).click()
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Host' })).toHaveValue(host)
  }
})

test('on a phone, the tab of the page is in view', async ({ page, mock, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { id, host } = await siteIn(mock, 'active')
  await signIn('account', `/sites/${id}/settings`)
  await expect(heading(page, host)).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Site pages' })
  await expect(tabs.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(tabs.getByRole('link', { name: 'Overview' })).toBeInViewport({ ratio: 0.9 })
})

test('on a phone, a link to a tab from elsewhere brings it into view', async ({ page, mock, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { id, host } = await siteIn(mock, 'active')
  await signIn('partner', `/accounts/${mock.account.id}/sites/${id}/delete`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Settings')
  await page.getByRole('option', { name: `${host}: Settings` }).click()
  const tab = page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name: 'Settings' })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(tab).toBeInViewport({ ratio: 0.9 })
})
