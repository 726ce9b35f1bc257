import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  listAccounts,
  listAccountSites,
  listSamples,
  listServiceIps,
  listUserSites,
  readAccount,
  readAccountSite,
  readAvailability,
  readMonitor,
  readSample,
  readSeries,
  readTest,
  readUserEmail,
  readUserSite,
  type Endpoint,
} from '../../../contract/index.ts'
import { queryClient } from '../../api/queries.ts'
import { faults } from '../../test/faults.ts'
import { aMonitor, aTest, aWholeSample, onePage, siteId } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const below = `/accounts/${accountId}`
const table = (name: string | RegExp) => page.getByRole('table', { name })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const words = (text: string | RegExp) => page.getByRole('main').getByText(text).first()

const [monitor, one, sample] = [aMonitor(), aTest(), aWholeSample()]
const whole = () =>
  serviceWith()
    .reply(listServiceIps, ['198.51.100.7'])
    .reply(readMonitor.user, monitor)
    .reply(readTest.user, one)
    .reply(readSample.user, sample)
    .reply(listSamples.user, onePage({ rows: [] }))
    .reply(readSeries.user, { buckets: [] })
    .reply(readAvailability.user, {
      availability: 1,
      rounds: 8,
      failed_rounds: 0,
      clean: 1,
      samples: 8,
      clean_samples: 8,
    })

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
  ['user', `/sites/${siteId}/cache`, readUserSite, page.getByRole('textbox', { name: 'Path 1' })],
  ['user', `/sites/${siteId}/settings/advanced`, readUserSite, page.getByRole('heading', { name: 'Schedules' })],
  ['user', `/monitors/${monitor.id}`, readMonitor.user, heading('Home')],
  ['user', `/tests/${one.id}`, readTest.user, heading('One look')],
  ['user', `/samples/${sample.id}`, readSample.user, table(/^Requests of/)],
  ['user', '/service-ips', listServiceIps, words('198.51.100.7')],
  ['user', '/account', readUserEmail, words('fjordbikes@example.com')],
]

test.each(places)(
  'a %s’s page %s says why it can’t be loaded, and loads on retry',
  async (role, address, endpoint, shows) => {
    const service = whole()
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
    service.answer(endpoint, ({ path }) => whole().fetch(new URL(path, location.href)))
    await retry.click()
    await expect.element(shows).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
  },
)

test.each([
  ['monitor', `/monitors/${monitor.id}`, readMonitor.user, 'user'],
  ['test', `/tests/${one.id}`, readTest.user, 'user'],
  ['sample', `/samples/${sample.id}`, readSample.user, 'user'],
  ['site', `/sites/${siteId}`, readUserSite, 'user'],
  ['account', below, readAccount, 'partner'],
] as const)('a %s that doesn’t exist is reported as not found', async (noun, address, endpoint, role) => {
  await renderPage(address, whole().refuse(endpoint, { status: 404, error: `This ${noun} doesn't exist.` }), role)
  await expect.element(page.getByRole('alert')).toHaveTextContent(`This ${noun} wasn’t found.`)
  await expect.element(page.getByRole('alert').getByRole('link', { name: `Go to the ${noun}s` })).toBeVisible()
})

test('a page whose data came meanwhile loads on retry', async () => {
  await renderPage(
    '/service-ips',
    whole().refuse(listServiceIps, { status: 500, error: 'The service failed.' }),
    'user',
  )
  const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' })
  await expect.element(retry).toBeVisible()
  queryClient.setQueriesData({ queryKey: [listServiceIps.id] }, ['198.51.100.7'])
  await retry.click()
  await expect.element(words('198.51.100.7')).toBeVisible()
})
