import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createAlertRule, listAlertRules, listAlerts, listProfiles, purgeCache } from '../../contract/index.ts'
import { anAlertRule, aSite, onePage, siteId } from './records.ts'
import { accountId, renderPage } from './render-page.tsx'
import { serviceWith } from './service-with.ts'

const account = `/accounts/${accountId}`
const restored = page.getByText('What you entered before is back.')
const drafts = () => Object.keys(sessionStorage).filter((name) => name.includes('draft'))

test.each([
  [`${account}/sites/new`, 'Host', 'new.fjordbikes.example'],
  [`${account}/sites/${siteId}/host`, 'New host', 'b.fjord.example'],
  [`${account}/account/email`, 'New email', 'a@fjord.example'],
])(
  'the form at %s is restored when it is opened again, until cancelled or started over',
  async (address, label, typed) => {
    const field = page.getByRole('textbox', { name: label })
    const { unmount } = await renderPage(address, serviceWith())
    await field.fill(typed)
    await expect.poll(drafts).toHaveLength(1)
    await unmount()
    await renderPage(address, serviceWith())
    await expect.element(restored).toBeVisible()
    await expect.element(field).toHaveValue(typed)
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.element(field).toHaveValue('')
    await expect.element(restored).not.toBeInTheDocument()
    expect(drafts()).toEqual([])
    await field.fill(typed)
    await expect.poll(drafts).toHaveLength(1)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect.element(field).not.toBeInTheDocument()
    expect(drafts()).toEqual([])
  },
)

test('rows to purge are restored after a reload, until they are accepted', async () => {
  const [id, other] = ['01990000-0000-7000-8000-000000000901', '01990000-0000-7000-8000-000000000902']
  const campaign = { id: 'p', name: 'Campaign', default: false, created_at: '2026-11-21T10:00:00Z', site_id: id }
  const service = serviceWith([aSite({ id }), aSite({ id: other })])
    .reply(listProfiles, { success: true, document: [campaign] })
    .reply(purgeCache, { success: true })
  const path = (row: number) => page.getByRole('textbox', { name: `Path ${row}` })
  const type = page.getByRole('combobox', { name: 'Type of path 2' })
  const profile = page.getByRole('combobox', { name: 'Profile' })
  const { router } = await renderPage(`/sites/${id}/cache`, service, 'user')
  await path(1).fill('/sale.html')
  await page.getByRole('button', { name: 'Add path' }).click()
  await path(2).fill('/assets/app')
  await type.selectOptions('css')
  await profile.selectOptions('Campaign')
  // the rows of a site stay until a reload, so another site finds what a reload would
  for (const name of drafts()) {
    sessionStorage.setItem(name.replace(id, other), sessionStorage.getItem(name) ?? '')
    sessionStorage.removeItem(name)
  }
  await router.navigate(`/sites/${other}/cache`)
  await expect.element(restored).toBeVisible()
  await expect.element(path(1)).toHaveValue('/sale.html')
  await expect.element(path(2)).toHaveValue('/assets/app')
  await expect.element(type).toHaveValue('css')
  await expect.element(profile).toHaveValue('p')
  await page.getByRole('button', { name: 'Purge 2 paths' }).click()
  await expect.element(page.getByText('2 paths sent.')).toBeVisible()
  expect(drafts()).toEqual([])
})

test('an alert rule is restored, new or changed, until it is saved, cancelled or started over', async () => {
  const rule = anAlertRule({ name: 'Chat' })
  const service = serviceWith()
    .reply(listAlertRules.user, { rules: [rule] })
    .reply(listAlerts.user, onePage({ rows: [] }))
    .reply(createAlertRule.user, rule)
  const name = page.getByRole('textbox', { name: 'Name' })
  const address = page.getByRole('textbox', { name: 'Address' })
  const slow = page.getByRole('checkbox', { name: 'Slow' })
  const heading = page.getByRole('heading', { level: 1, name: 'Alerts' })
  const first = await renderPage('/alerts/new', service, 'user')
  await name.fill('Chat')
  await page.getByRole('checkbox', { name: 'Webhook' }).click({ force: true })
  await address.fill('https://hooks.example/chat')
  await page.getByText('Slow', { exact: true }).click()
  await first.unmount()
  const second = await renderPage('/alerts/new', service, 'user')
  await expect.element(restored).toBeVisible()
  await expect.element(name).toHaveValue('Chat')
  await expect.element(address).toHaveValue('https://hooks.example/chat')
  await expect.element(slow).toBeChecked()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.element(name).toHaveValue('')
  await expect.element(slow).not.toBeChecked()
  await expect.element(restored).not.toBeInTheDocument()
  expect(drafts()).toEqual([])
  await name.fill('Chat')
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect.element(heading).toBeVisible()
  expect(drafts()).toEqual([])

  await page.getByRole('link', { name: 'Chat' }).click()
  await name.fill('Team chat')
  await expect.poll(drafts).toHaveLength(1)
  await second.unmount()
  await renderPage(`/alerts/${rule.id}`, service, 'user')
  await expect.element(restored).toBeVisible()
  await expect.element(name).toHaveValue('Team chat')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect.element(heading).toBeVisible()
  expect(drafts()).toEqual([])
})
