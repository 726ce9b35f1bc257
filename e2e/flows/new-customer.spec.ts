import { expect, siteIn, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const db = (mock: Mock) => mock.service.services.database.db

test('a site goes live as soon as its record is checked', async ({ page, mock, signIn }) => {
  const { id } = await siteIn(mock, 'preview')
  const site = await db(mock).selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await signIn('account', `/sites/${id}`)
  const dns = page.getByRole('region', { name: 'DNS' })
  const status = dns.locator('p[role=status]')
  mock.world.dns.set(site.host, { kind: 'silent' })
  await dns.getByRole('button', { name: 'Check now' }).click()
  await expect(status).toContainText('No name server answered.')
  mock.world.dns.set(site.host, { kind: 'none' })
  await dns.getByRole('button', { name: 'Check now' }).click()
  await expect(status).toContainText('there is no such record yet')
  const step = page.getByRole('list', { name: 'Progress of the site' }).locator('li[aria-current=step]')
  await expect(step).toContainText('DNS')
  await expect(dns.getByText(/^Record not found/)).toBeVisible()
  mock.world.dns.set(site.host, { kind: 'cname', target: site.service_cname })
  await dns.getByRole('button', { name: 'Check now' }).click()
  await expect(status).toContainText('Checked: the record matches.')
  await expect(step).toHaveCount(0)
  await expect(page.locator('dl > div').filter({ hasText: 'Optimizer' }).first()).toContainText(/active|trial/i)
})

test('a site whose home page’s monitor was deleted says so everywhere, and leads to a new one', async ({
  page,
  mock,
  signIn,
}) => {
  const { id, host } = await siteIn(mock, 'preview')
  await signIn('account', '/monitors?search_term=preview')
  await page.getByRole('checkbox', { name: `Select ${host}` }).check()
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete the monitor ${host}?` })
  await expect(dialog).toContainText('A site’s home page won’t be checked any more.')
  await dialog.getByRole('button', { name: 'Delete monitor' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/sites/${id}`)
  await expect(page.getByRole('list', { name: 'Progress of the site' })).toContainText(
    'No monitor checks its home page.',
  )
  await page.getByRole('link', { name: 'Create a monitor' }).click()
  await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue(host)
})

test('a partner copies the record for the customer', async ({ page, mock, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, host } = await siteIn(mock, 'preview')
  await signIn('partner', `/accounts/${mock.account.id}/sites/${id}`)
  await page.getByRole('button', { name: 'Copy message to your customer' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied message to your customer' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`To bring ${host} live`)
})

test('a new account’s page has what to forward, and checks the record', async ({ page, signIn }) => {
  await signIn('partner', '/accounts/new')
  await page.getByRole('textbox', { name: 'Email' }).fill('anna@review.example')
  await page.getByRole('textbox', { name: 'First name' }).fill('Anna')
  await page.getByRole('textbox', { name: 'Company' }).fill('Review Shop')
  await page.getByRole('textbox', { name: 'Site', exact: true }).fill('www.working.example')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('button', { name: 'Copy message to your customer' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check now' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Welcome email' })).toContainText('anna@review.example')
  await page.getByRole('link', { name: 'Open account' }).click()
  await expect(page.getByText('Review Shop · anna@review.example')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Alerts' }).last().click()
  await expect(page.getByRole('table', { name: 'Rules' })).toContainText('Down')
  await expect(page.getByRole('table', { name: 'Rules' })).toContainText('To anna@review.example (email)')
})

test('a partner sends the welcome email again, with a new password', async ({ page, mock, signIn }) => {
  await signIn('partner', `/accounts/${mock.account.id}/account`)
  const panel = page.getByRole('region', { name: 'Welcome email' })
  await expect(panel).toContainText(/Sent\. It tells your customer how to sign in/)
  await panel.getByRole('button', { name: 'Send again…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Send the welcome email to .* again\?$/ })
  await expect(dialog).toContainText('the one mailed before stops working')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText(/^Welcome email on its way to/)).toBeVisible()
  await expect(panel).toContainText(/Last sent by you: .* 20\d\d/)
  await expect.poll(() => mock.world.mail.letters.length).toBe(1)
  expect(mock.world.mail.letters[0]?.text).toMatch(/Password: +\S{16}\n/)
})

test.describe('with documented operations only', () => {
  test.use({ documentedOnly: true })

  test('nothing is offered that the service lacks', async ({ page, mock, signIn }) => {
    await signIn('partner', `/accounts/${mock.account.id}/account`)
    await expect(page.getByText('API key').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Welcome email' })).toHaveCount(0)
    const { id } = await siteIn(mock, 'preview')
    await page.goto(`/accounts/${mock.account.id}/sites/${id}`)
    await expect(page.getByRole('region', { name: 'DNS' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Check now' })).toHaveCount(0)
  })
})
