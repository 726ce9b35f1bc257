import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readAccountSite, updateSiteHost } from '../../../../contract/index.ts'
import { aSite, siteId } from '../../../test/records.ts'
import { failedChanges } from '../../../test/failed-changes.ts'
import { accountId, renderPage } from '../../../test/render-page.tsx'
import { serviceWith } from '../../../test/service-with.ts'

const address = `/accounts/${accountId}/sites/${siteId}/host`
const field = page.getByRole('textbox', { name: 'New host' })
const change = page.getByRole('button', { name: 'Change host' })
const alert = page.getByRole('alert').filter({ hasText: /host wasn’t changed|isn’t clear/ })

test('a host that can’t replace another is reported at its field', async () => {
  const service = serviceWith()
  await renderPage(address, service)
  for (const [host, words] of [
    ['', /Enter the new host name/],
    ['https://WWW.FJORDBIKES.EXAMPLE/', /This is already the site’s host/],
  ] as const) {
    await field.fill(host)
    await change.click()
    await expect.element(field).toHaveAccessibleDescription(words)
    await expect.element(field).toHaveValue(host)
  }
  expect(service.received(updateSiteHost)).toEqual([])
  for (const problem of ['must be a host name', 'is already a site of this account', 'has an expired certificate']) {
    service.refuse(updateSiteHost, { status: 422, fields: { new_host: problem } })
    await field.fill('www.polar.example')
    await change.click()
    await expect.element(field).toHaveAccessibleDescription(new RegExp(problem))
    await expect.element(field).toHaveValue('www.polar.example')
  }
})

test('the certificate is checked if that was chosen, and the new host shown', async () => {
  const service = serviceWith().refuse(updateSiteHost, { status: 422, fields: { new_host: 'has no certificate' } })
  await renderPage(address, service)
  await field.fill('www.polar.example')
  await page.getByRole('checkbox', { name: /certificate/ }).click()
  await change.click()
  await expect.element(field).toHaveAccessibleDescription(/has no certificate/)
  const sent = new URLSearchParams(service.received(updateSiteHost)[0]?.body)
  expect(Object.fromEntries(sent)).toEqual({ new_host: 'www.polar.example', ignore_ssl_check: 'true' })
  const changed = aSite({ host: 'www.polar.example' })
  service
    .reply(updateSiteHost, {
      ...changed,
      site_id: siteId,
      assessment_url: null,
      service_cname: null,
      preview_url: null,
    })
    .reply(readAccountSite, changed)
  await change.click()
  await expect.element(page.getByRole('heading', { level: 1, name: changed.host })).toBeVisible()
})

test('a failed change says why and keeps what was typed', async () => {
  const service = serviceWith()
  await renderPage(address, service)
  await field.fill('www.polar.example')
  for (const [words, answer] of failedChanges) {
    service.answer(updateSiteHost, answer)
    await change.click()
    await expect.element(alert).toHaveTextContent(words)
    await expect.element(field).toHaveValue('www.polar.example')
  }
})

test('the host of a later site can’t be changed, and its page says so', async () => {
  const sites = [aSite({ id: 'first', host: 'first.fjordbikes.example' }), aSite()]
  const reason = 'Only the host of the site that came with the account can be changed.'
  const service = serviceWith(sites).refuse(updateSiteHost, { status: 409, error: reason })
  await renderPage(address, service)
  await expect.element(page.getByText(/Only the host of the account’s first site can be changed/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'first.fjordbikes.example' })).toBeVisible()
  await field.fill('bikes.fjord.example')
  await change.click()
  await expect.element(alert).toHaveTextContent(reason)
  await expect.element(field).toHaveValue('bikes.fjord.example')
})

test('a placeholder host says what a real one brings', async () => {
  await renderPage(address, serviceWith([aSite({ optimizer: null })]))
  await expect.element(page.getByText(/With a real host, the site gets a service CNAME/)).toBeVisible()
})

test('an account that was deleted in the meantime is reported', async () => {
  const service = serviceWith().refuse(updateSiteHost, { status: 404, error: 'This account doesn’t exist.' })
  await renderPage(address, service)
  await field.fill('bikes.fjord.example')
  await change.click()
  await expect.element(alert).toHaveTextContent(/It may have been deleted/)
  await expect.element(field).toHaveValue('bikes.fjord.example')
})
