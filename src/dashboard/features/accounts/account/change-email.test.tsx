import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { updateAccountEmail } from '../../../../contract/index.ts'
import { anAccount } from '../../../test/records.ts'
import { failedChanges } from '../../../test/failed-changes.ts'
import { accountId, renderPage } from '../../../test/render-page.tsx'
import { serviceWith } from '../../../test/service-with.ts'

const address = `/accounts/${accountId}/account/email`
const field = page.getByRole('textbox', { name: 'New email' })
const change = page.getByRole('button', { name: 'Change email' })
const alert = page.getByRole('alert').filter({ hasText: /email wasn’t changed|isn’t clear/ })

test('an email that an account can’t have is reported at its field', async () => {
  const fields = { new_email: 'is already used by another account' }
  const service = serviceWith().refuse(updateAccountEmail, { status: 422, fields })
  await renderPage(address, service)
  await change.click()
  await expect.element(field).toHaveAccessibleDescription(/Enter the new email address\./)
  await expect.element(field).toHaveFocus()
  expect(service.received(updateAccountEmail)).toEqual([])
  await field.fill('bergmannoptik@example.com')
  await change.click()
  await expect.element(field).toHaveAccessibleDescription(/This is already used by another account/)
  await expect.element(field).toHaveValue('bergmannoptik@example.com')
})

test('the email that it has already isn’t one to change to', async () => {
  const service = serviceWith()
  await renderPage(address, service)
  await field.fill(` ${anAccount().email}`)
  await change.click()
  await expect.element(field).toHaveAccessibleDescription(/This is already the account’s email\./)
  await expect.element(field).toHaveFocus()
  expect(service.received(updateAccountEmail)).toEqual([])
})

test('an email is changed from the account’s page, and leads back to it', async () => {
  const { id, name } = anAccount()
  const email = 'hello@fjordbikes.example'
  const service = serviceWith().reply(updateAccountEmail, { id, name, email })
  await renderPage(`/accounts/${accountId}/account`, service)
  await page.getByRole('link', { name: 'Change email' }).click()
  await field.fill(email)
  await change.click()
  await expect.element(page.getByText(`Email changed to ${email}`)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  expect(new URLSearchParams(service.received(updateAccountEmail)[0]?.body).get('new_email')).toBe(email)
})

test('a failed change says why and keeps what was typed', async () => {
  const service = serviceWith()
  await renderPage(address, service)
  await field.fill('someone@polar.example')
  for (const [words, answer] of failedChanges) {
    service.answer(updateAccountEmail, answer)
    await change.click()
    await expect.element(alert).toHaveTextContent(words)
    await expect.element(field).toHaveValue('someone@polar.example')
  }
})

test('an account that was deleted in the meantime is reported', async () => {
  const service = serviceWith().refuse(updateAccountEmail, { status: 404, error: 'This account doesn’t exist.' })
  await renderPage(address, service)
  await field.fill('someone@polar.example')
  await change.click()
  await expect.element(alert).toHaveTextContent(/It may have been deleted/)
  await expect.element(field).toHaveValue('someone@polar.example')
})
