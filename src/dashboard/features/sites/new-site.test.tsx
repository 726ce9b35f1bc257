import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createAccountSite, createUserSite, readPartner, readQuotas } from '../../../contract/index.ts'
import { failedChanges } from '../../test/failed-changes.ts'
import { aSite, siteId } from '../../test/records.ts'
import { accountId, partnerId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const field = page.getByRole('textbox', { name: 'Host' })
const add = page.getByRole('button', { name: 'Add site' })

const scopes = [
  ['partner', `/accounts/${accountId}/sites/new`, createAccountSite],
  ['user', '/sites/new', createUserSite],
] as const

test.each(scopes)('a host that a %s can’t add is reported at its field', async (role, address, endpoint) => {
  const service = serviceWith()
  await renderPage(address, service, role)
  await add.click()
  await expect.element(field).toHaveAccessibleDescription(/Enter the site’s host name\./)
  expect(service.received(endpoint)).toEqual([])
  for (const problem of ['must be a host name', 'is already a site of this account', 'must not be a root domain']) {
    service.refuse(endpoint, { status: 422, fields: { host: problem } })
    await field.fill('polar.example')
    await add.click()
    await expect.element(field).toHaveAccessibleDescription(new RegExp(`This ${problem}`))
    await expect.element(field).toHaveValue('polar.example')
    await expect.element(field).toHaveFocus()
  }
})

test.each(scopes)('a site that a %s can’t add says why and keeps what was typed', async (role, address, endpoint) => {
  const service = serviceWith()
  await renderPage(address, service, role)
  const hint = expect.element(field)
  await (role === 'user' ? hint : hint.not).toHaveAccessibleDescription(
    /only your hosting provider can change the host or delete the site/,
  )
  await field.fill('www.polar.example')
  for (const [words, answer] of failedChanges) {
    service.answer(endpoint, answer)
    await add.click()
    const alert = page.getByRole('alert').filter({ hasText: /site wasn’t added|isn’t clear/ })
    await expect.element(alert).toHaveTextContent(words)
    await expect.element(field).toHaveValue('www.polar.example')
  }
})

test.each(scopes)('a site that a %s adds is shown', async (role, address, endpoint) => {
  const site = { site_id: siteId, host: aSite().host, user_id: accountId, service_cname: null }
  const service = serviceWith().answer(endpoint, () => Response.json(site))
  await renderPage(address, service, role)
  await field.fill('https://WWW.Fjordbikes.example/start')
  await add.click()
  await expect.element(page.getByRole('heading', { level: 1, name: aSite().host })).toBeVisible()
  expect(new URLSearchParams(service.received(endpoint)[0]?.body).get('host')).toMatch(/^https:/)
})

test('a reseller is told which hosts a site can have', async () => {
  const reseller = { id: partnerId, name: 'Kai', email: 'kai@example.com', reseller: true }
  await renderPage(`/accounts/${accountId}/sites/new`, serviceWith().reply(readPartner, reseller))
  await expect.element(field).toHaveAccessibleDescription(/without https:\/\/\. .* can’t be a root domain/)
})

test.each(scopes)('a %s’s account that was deleted in the meantime gets no site', async (role, address, endpoint) => {
  const service = serviceWith().refuse(endpoint, { status: 404, error: 'This account doesn’t exist.' })
  await renderPage(address, service, role)
  await field.fill('www.polar.example')
  await add.click()
  const alert = page.getByRole('alert').filter({ hasText: /site wasn’t added/ })
  await expect.element(alert).toHaveTextContent(/It may have been deleted/)
  await expect.element(field).toHaveValue('www.polar.example')
})

const none = { used: 0, allowed: 100 }
const using = (sites: number) =>
  ({ plan: 'free', sites: { used: sites, allowed: 9 }, monitors: none, runs: none, bytes: none, checks: none }) as const

test.each(scopes)('a %s is told that the plan’s sites are nearly in use', async (role, address) => {
  await renderPage(address, serviceWith().reply(role === 'user' ? readQuotas.user : readQuotas.partner, using(8)), role)
  await expect.element(page.getByText('8 of the plan’s 9 sites are in use.')).toBeVisible()
  await expect.element(add).not.toHaveAttribute('aria-disabled', 'true')
})

test.each(scopes)('a %s whose plan’s sites are all in use is told why none can be added', async (role, address) => {
  await renderPage(address, serviceWith().reply(role === 'user' ? readQuotas.user : readQuotas.partner, using(9)), role)
  await expect.element(add).toHaveAttribute('aria-disabled', 'true')
  const why = 'The 9 sites of the account’s plan are in use. Delete a site before you add another.'
  await expect.element(add).toHaveAccessibleDescription(why)
})
