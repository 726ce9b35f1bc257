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
