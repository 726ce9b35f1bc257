import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deleteAccountSite, readPartner } from '../../../../contract/index.ts'
import { aSite, siteId } from '../../../test/records.ts'
import { failedChanges } from '../../../test/failed-changes.ts'
import { accountId, partnerId, renderPage } from '../../../test/render-page.tsx'
import { serviceWith } from '../../../test/service-with.ts'

const address = `/accounts/${accountId}/sites/${siteId}/delete`
const preview = aSite({ optimizer: 'preview' })
const remove = page.getByRole('button', { name: 'Delete site' })
const typed = page.getByRole('textbox', { name: `Type ${preview.host} to confirm` })
const alert = page.getByRole('alert').filter({ hasText: /site wasn’t deleted|isn’t clear/ })

test('a site is deleted once its host is typed', async () => {
  const service = serviceWith([preview]).reply(deleteAccountSite, { site_id: siteId })
  await renderPage(address, service)
  await expect.element(page.getByText(`${preview.host} will be deleted with`)).toBeVisible()
  await expect.element(remove).toBeDisabled()
  await typed.fill('www.another.example')
  await expect.element(remove).toBeDisabled()
  await typed.fill(preview.host)
  await remove.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Fjord Bikes' })).toBeVisible()
  expect(service.received(deleteAccountSite)).toHaveLength(1)
})

test('a site in another state can’t be deleted, and the page says what to do', async () => {
  await renderPage(address, serviceWith([aSite({ optimizer: 'transparent' })]))
  const why = 'The optimizer is in the state transparent. A site can be deleted only in the state preview or off.'
  await expect.element(page.getByText(why)).toBeVisible()
  await expect.element(remove).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Go to the optimizer' }).click()
  await expect.element(page.getByRole('heading', { name: 'Optimizer' })).toBeVisible()
})

test.each([
  [404, 'This account doesn’t exist.', /It may have been deleted/],
  [409, 'The optimizer is in the state active.', /The optimizer is in the state active/],
])('a deletion refused with %i says why and keeps what was typed', async (status, error, words) => {
  await renderPage(address, serviceWith([preview]).refuse(deleteAccountSite, { status, error }))
  await typed.fill(preview.host)
  await remove.click()
  await expect.element(alert).toHaveTextContent(words)
  await expect.element(typed).toHaveValue(preview.host)
})

test('a failed deletion says why and can be retried', async () => {
  const service = serviceWith([preview])
  await renderPage(address, service)
  await typed.fill(preview.host)
  for (const [words, answer] of failedChanges) {
    service.answer(deleteAccountSite, answer)
    await remove.click()
    await expect.element(alert).toHaveTextContent(words)
    await expect.element(typed).toHaveValue(preview.host)
  }
  service.reply(deleteAccountSite, { site_id: siteId })
  await remove.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Fjord Bikes' })).toBeVisible()
})

test('a reseller removes the record of a site in proxy only first', async () => {
  const dns = { cname_seen: preview.service_cname ?? null, seen_at: '2026-11-21T10:00:00Z' }
  const service = serviceWith([aSite({ optimizer: 'proxy only', dns })])
  service.reply(readPartner, { id: partnerId, name: 'Kai', email: 'kai@example.com', reseller: true })
  await renderPage(address, service)
  await expect.element(page.getByText('Remove the record first.')).toBeVisible()
  await expect.element(remove).not.toBeInTheDocument()
})
