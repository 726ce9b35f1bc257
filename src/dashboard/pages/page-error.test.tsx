import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  listAccounts,
  listAccountSites,
  listServiceIps,
  listUserSites,
  readAccount,
  readAccountSite,
  readUserEmail,
  readUserSite,
  type Endpoint,
} from '../../contract/index.ts'
import { faults } from '../test/faults.ts'
import { siteId } from '../test/records.ts'
import { accountId, renderPage } from '../test/render-page.tsx'
import { serviceWith } from '../test/service-with.ts'

const below = `/accounts/${accountId}`
const table = (name: string) => page.getByRole('table', { name })
const words = (text: string | RegExp) => page.getByRole('main').getByText(text).first()

const places: readonly (readonly ['partner' | 'user', string, Endpoint, ReturnType<typeof words>])[] = [
  ['partner', '/accounts', listAccounts, table('Accounts')],
  ['partner', below, readAccount, table('Sites')],
  ['partner', below, listAccountSites, table('Sites')],
  ['partner', `${below}/account`, readAccount, words('fjordbikes@example.com')],
  ['partner', `${below}/sites/${siteId}`, readAccountSite, table('DNS record')],
  ['partner', `${below}/sites/${siteId}/traffic`, readAccountSite, words(/Couldn’t load the traffic/)],
  ['user', '/sites', listUserSites, table('Sites')],
  ['user', `/sites/${siteId}`, readUserSite, table('DNS record')],
  ['user', `/sites/${siteId}/traffic`, readUserSite, words(/doesn’t show traffic to account holders/)],
  ['user', `/sites/${siteId}/cache`, readUserSite, page.getByRole('textbox', { name: 'Path, row 1' })],
  ['user', `/sites/${siteId}/settings`, readUserSite, page.getByRole('heading', { name: 'Schedules' })],
  ['user', '/service-ips', listServiceIps, words('198.51.100.7')],
  ['user', '/account', readUserEmail, words('fjordbikes@example.com')],
]

test.each(places)(
  'a %s’s page %s says why it can’t be loaded, and loads on retry',
  async (role, address, endpoint, shows) => {
    const service = serviceWith().reply(listServiceIps, ['198.51.100.7'])
    service.refuse(endpoint, { status: 500, error: 'The service failed.' })
    await renderPage(address, service, role)
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load this page.' })
    const retry = alert.getByRole('button', { name: 'Retry' })
    await expect.element(alert).toHaveTextContent('The service failed.')
    for (const [, why, answer] of faults) {
      service.answer(endpoint, answer)
      await retry.click()
      await expect.element(alert).toHaveTextContent(why)
    }
    const whole = serviceWith().reply(listServiceIps, ['198.51.100.7'])
    service.answer(endpoint, ({ path }) => whole.fetch(new URL(path, location.href)))
    await retry.click()
    await expect.element(shows).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
  },
)
