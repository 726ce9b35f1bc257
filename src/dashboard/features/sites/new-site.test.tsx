import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createAccountSite, createUserSite } from '../../../contract/index.ts'
import { failedChanges } from '../../test/failed-changes.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
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

test.each(scopes)('a %s’s account that was deleted in the meantime gets no site', async (role, address, endpoint) => {
  const service = serviceWith().refuse(endpoint, { status: 404, error: 'This account doesn’t exist.' })
  await renderPage(address, service, role)
  await field.fill('www.polar.example')
  await add.click()
  const alert = page.getByRole('alert').filter({ hasText: /site wasn’t added/ })
  await expect.element(alert).toHaveTextContent(/It may have been deleted/)
  await expect.element(field).toHaveValue('www.polar.example')
})
