import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deleteAccount } from '../../../../contract/index.ts'
import { anAccount, aSite } from '../../../test/records.ts'
import { failedChanges } from '../../../test/failed-changes.ts'
import { accountId, renderPage } from '../../../test/render-page.tsx'
import { serviceWith } from '../../../test/service-with.ts'

const address = `/accounts/${accountId}/account/delete`
const { id, name, email } = anAccount()
const typed = page.getByRole('textbox', { name: `Type ${email} to confirm` })
const remove = page.getByRole('button', { name: 'Delete account' })
const alert = page.getByRole('alert').filter({ hasText: /account wasn’t deleted|isn’t clear/ })

test('an account without sites is deleted once its email is typed', async () => {
  const service = serviceWith([]).reply(deleteAccount, { id, name, email })
  await renderPage(address, service)
  await expect.element(page.getByText('The account has no sites.')).toBeVisible()
  await typed.fill('another@example.com')
  await expect.element(remove).toBeDisabled()
  await typed.fill(email)
  await remove.click()
  await expect.element(page.getByText(`${name} deleted`)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible()
  expect(service.received(deleteAccount)).toHaveLength(1)
})

test('an account with sites can’t be deleted, and the page lists what to do about each', async () => {
  const sites = [
    aSite({ id: 's1', host: 'www.fjordbikes.example', optimizer: 'active' }),
    aSite({ id: 's2', host: 'bypass.fjordbikes.example', optimizer: 'bypass' }),
    aSite({ id: 's3', host: 'off.fjordbikes.example', optimizer: 'off' }),
  ]
  await renderPage(address, serviceWith(sites))
  const row = (host: string) => page.getByRole('row').filter({ hasText: host })
  await expect.element(row('www.')).toHaveTextContent(/active/)
  await expect.element(row('www.').getByRole('link', { name: /^DNS record/ })).toBeVisible()
  await expect.element(row('bypass.')).toHaveTextContent(/Resume the optimizer/)
  await expect.element(row('bypass.').getByRole('link', { name: /^Optimizer/ })).toBeVisible()
  await expect.element(row('off.')).toHaveTextContent(/Ready to delete\./)
  await expect.element(remove).not.toBeInTheDocument()
  await row('off.')
    .getByRole('link', { name: /Delete site/ })
    .click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Delete site' })).toBeVisible()
})

test('a refused deletion says which sites are left', async () => {
  const error = 'The account still has sites: new.fjordbikes.example.'
  await renderPage(address, serviceWith([]).refuse(deleteAccount, { status: 409, error }))
  await typed.fill(email)
  await remove.click()
  await expect.element(alert).toHaveTextContent(error)
  await expect.element(typed).toHaveValue(email)
})

test('a failed deletion says why and can be retried', async () => {
  const service = serviceWith([])
  await renderPage(address, service)
  await typed.fill(email)
  for (const [words, answer] of failedChanges) {
    service.answer(deleteAccount, answer)
    await remove.click()
    await expect.element(alert).toHaveTextContent(words)
    await expect.element(typed).toHaveValue(email)
  }
  service.reply(deleteAccount, { id, name, email })
  await remove.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible()
})
