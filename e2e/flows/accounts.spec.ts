import type { Route } from '@playwright/test'
import { expect, heading, openAccount, row, test } from '../fixtures.ts'
import { test as readOnly } from '../read-only.ts'

readOnly('a partner finds an account and opens its site with its chart', async ({ page, signIn }) => {
  await signIn('partner')
  await openAccount(page, 'Fjord Bikes')
  await page.getByRole('link', { name: 'www.fjordbikes.example', exact: true }).click()
  await expect(heading(page, /www\.fjordbikes\.example/)).toBeVisible()
  await expect(page.getByText('Visitors get cached, compressed pages.')).toBeVisible()
  await expect(page.getByRole('img', { name: /home page|largest contentful paint/i }).first()).toBeVisible()
  await expect(row(page, 'Frankfurt').first()).toContainText(/ms|s/)
})

test('creating an account shows its key, sends the email, measures its site and sets an alert', async ({
  page,
  mock,
  signIn,
}) => {
  await signIn('partner')
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('nina@polar.example')
  await page.getByRole('textbox', { name: 'First name' }).fill('Nina')
  await page.getByRole('textbox', { name: 'Company' }).fill('Polar Tents')
  await page.getByRole('textbox', { name: 'Site', exact: true }).fill('https://www.polar.example/welcome')
  // the first answer is lost on its way, so the request comes twice
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(/\/accounts$/, lose, { times: 1 })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(heading(page, /Polar Tents|created/i)).toBeVisible()
  await expect(page.getByText('www.polar.example', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('edge.localhost').first()).toBeVisible()
  for (const name of ['Copy message to your customer', 'Check now'])
    await expect(page.getByRole('button', { name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Welcome email' })).toContainText('nina@polar.example')
  const account = await mock.service.services.database.db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', 'nina@polar.example')
    .executeTakeFirstOrThrow()
  const key = mock.service.services.vault.open(account.key_sealed)
  await page.getByRole('button', { name: /show/i }).first().click()
  await expect(page.getByText(key)).toBeVisible()
  expect(mock.world.mail.letters.map(({ to }) => to)).toEqual(['nina@polar.example'])

  await page.getByRole('link', { name: 'Open account' }).click()
  await expect(page.getByText('Polar Tents · nina@polar.example')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Alerts' }).last().click()
  const rules = page.getByRole('table', { name: 'Rules' })
  await expect(rules).toContainText('Down')
  await expect(rules).toContainText('To nina@polar.example (email)')
  await page.goto(`/accounts/${account.id}`)
  await page.getByRole('link', { name: 'www.polar.example', exact: true }).click()
  await expect(row(page, 'Frankfurt')).toHaveCount(1)
})
