import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  createAlertRule,
  listAlertRules,
  listAlerts,
  listIncidents,
  readAccount,
  readAlertRule,
} from '../../../contract/index.ts'
import { anAlertRule, anIncident, onePage } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { StubService } from '../../test/stub-service.ts'
import { atWidth } from '../../test/viewport.ts'

const unavailable = { status: 503, error: 'The service cannot answer now.' }
const none = onePage({ rows: [] })
const service = () =>
  new StubService()
    .reply(listAlertRules.user, { rules: [] })
    .reply(listAlerts.user, none)
    .reply(listIncidents.user, none)

test('deliveries that can’t be loaded are reported beside the rules', async () => {
  await renderPage('/alerts', service().refuse(listAlerts.user, unavailable), 'user')
  await expect.element(page.getByText('Couldn’t load the deliveries.')).toBeVisible()
  await expect.element(page.getByText('No alert rules yet')).toBeVisible()
  await expect.element(page.getByText('No open incidents.')).toBeVisible()
})

test('a state without deliveries says so', async () => {
  const stub = service()
  await renderPage('/alerts?state=waiting', stub, 'user')
  await expect.element(page.getByText('No deliveries match these filters')).toBeVisible()
  expect(stub.received(listAlerts.user)[0]?.query.get('state')).toBe('waiting')
})

test('a rule that can’t be saved says why, and keeps what was entered', async () => {
  await renderPage('/alerts/new', service().refuse(createAlertRule.user, unavailable), 'user')
  const name = page.getByRole('textbox', { name: 'Name' })
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect.element(page.getByText('Enter a name.')).toBeVisible()
  await expect.element(name).toHaveFocus()
  await name.fill('On call')
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect.element(page.getByText('Couldn’t save the rule.')).toBeVisible()
  await expect.element(name).toHaveValue('On call')
})

test.each([
  ['', 'Enter the recipient’s address, beginning with https:// or http://.'],
  ['https://me:secret@hooks.example/', 'This must not contain a user name or password.'],
])('a webhook’s address can’t be “%s”', async (typed, words) => {
  const stub = service().refuse(createAlertRule.user, {
    status: 422,
    fields: { url: 'must not contain a user name or password' },
  })
  await renderPage('/alerts/new', stub, 'user')
  await page.getByRole('textbox', { name: 'Name' }).fill('Chat')
  await page.getByRole('combobox', { name: 'Send by' }).selectOptions('Webhook')
  await page.getByRole('textbox', { name: 'Address' }).fill(typed)
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect.element(page.getByText(words)).toBeVisible()
})

test('a rule that doesn’t exist is reported as not found', async () => {
  const stub = service().refuse(readAlertRule.user, { status: 404, error: "This rule doesn't exist." })
  await renderPage('/alerts/unknown', stub, 'user')
  await expect.element(page.getByText('This rule wasn’t found.')).toBeVisible()
})

test.each(['/alerts', '/alerts/new'])('where the service sends no alerts, %s says so', async (address) => {
  await renderPage(address, new StubService(), 'user')
  await expect.element(page.getByText('This service doesn’t send alerts')).toBeVisible()
})

test('a partner is told the same about an account', async () => {
  const stub = new StubService().reply(readAccount, {
    id: accountId,
    name: 'Fjord',
    email: 'fjord@example.org',
    created_at: '2026-11-21T10:00:00.000Z',
    last_sign_in_at: null,
    api_key: 'key',
  })
  await renderPage(`/accounts/${accountId}/alerts`, stub)
  await expect.element(page.getByText('This service doesn’t send alerts')).toBeVisible()
})

test.each([390, 768])('every action is in sight at %i px', async (width) => {
  await atWidth(width)
  const rows = [anIncident({ host: 'a-rather-long-name-of-a-shop.fjordbikes.example' })]
  const stub = service()
    .reply(listAlertRules.user, { rules: [anAlertRule({ name: 'Whatever is down on any of the shops' })] })
    .reply(listIncidents.user, onePage({ rows }))
  await renderPage('/alerts', stub, 'user')
  for (const name of ['Open incidents', 'Rules']) {
    const table = page.getByRole('table', { name })
    await expect.element(table.getByRole('button').first()).toBeVisible()
    const element = table.element()
    expect(element.scrollWidth).toBeLessThanOrEqual(element.parentElement?.clientWidth ?? 0)
  }
})
