import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  headers,
  readAccount,
  readQuotas,
  readUserEmail,
  replaceKey,
  sendWelcomeEmail,
} from '../../../contract/index.ts'
import { anAccount } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

test('an account holder’s own account has the key, which is shown only when asked for', async () => {
  await renderPage('/account', serviceWith(), 'user')
  const main = page.getByRole('main')
  await expect.element(main.getByText(anAccount().email)).toBeVisible()
  await expect.element(main.getByTitle(accountId)).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'curl example' }))
    .toHaveTextContent(`/api/sites?user_id=${accountId}`)
  // the key of the session
  const key = main.getByText('key', { exact: true })
  await expect.element(key).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Show API key' }).click()
  await expect.element(key).toBeVisible()
})

const quota = { used: 0, allowed: 10 }
const quotas = { plan: 'paid', sites: quota, monitors: quota, runs: quota, bytes: quota, checks: quota } as const
const replace = page.getByRole('button', { name: 'Replace key…' })

test('a holder replaces the key, and goes on with the new one', async () => {
  const service = serviceWith()
    .reply(readQuotas.user, quotas)
    .reply(replaceKey.user, { user_id: accountId, api_key: 'new-key' })
  await renderPage('/account', service, 'user')
  await replace.click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('The old key stops working at once')
  await page.getByRole('button', { name: 'Replace key', exact: true }).click()
  await expect.element(page.getByText('API key replaced. The old one no longer works.')).toBeVisible()
  await page.getByRole('button', { name: 'Show API key' }).click()
  await expect.element(page.getByRole('main').getByText('new-key', { exact: true })).toBeVisible()
  await userEvent.keyboard('r')
  await expect.poll(() => service.received(readUserEmail).at(-1)?.headers.get(headers.key)).toBe('new-key')
})

test('a partner replaces the key of an account, and sees the new one', async () => {
  const service = serviceWith()
    .reply(readQuotas.partner, quotas)
    .answer(replaceKey.partner, () => {
      service.reply(readAccount, anAccount({ api_key: 'new-key' }))
      return Response.json({ user_id: accountId, api_key: 'new-key' })
    })
  await renderPage(`/accounts/${accountId}/account`, service)
  await replace.click()
  await page.getByRole('button', { name: 'Replace key', exact: true }).click()
  await page.getByRole('button', { name: 'Show API key' }).click()
  await expect.element(page.getByText('new-key', { exact: true })).toBeVisible()
})

const welcome = page.getByRole('region', { name: 'Welcome email' })

test('a partner sends the welcome email again, with a new password', async () => {
  const account = anAccount({ welcome_email: { state: 'sent', attempts: 1 } })
  const sent = { user_id: account.id, email: account.email, new_password: true }
  await renderPage(`/accounts/${accountId}/account`, serviceWith([], account).reply(sendWelcomeEmail, sent))
  await expect.element(welcome).toHaveTextContent(/Sent\. It tells your customer how to sign in/)
  await welcome.getByRole('button', { name: 'Send again…' }).click()
  const dialog = page.getByRole('dialog', { name: `Send the welcome email to ${account.email} again?` })
  await expect.element(dialog).toHaveTextContent('the one mailed before stops working')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect.element(page.getByText(`Welcome email on its way to ${account.email}`)).toBeVisible()
  await expect.element(welcome).toHaveTextContent(/Last sent by you: .* 20\d\d/)
})

test.each([
  ['user', '/account'],
  ['partner', `/accounts/${accountId}/account`],
] as const)('where the service can’t, a %s is offered no new key and no welcome email', async (role, address) => {
  await renderPage(address, serviceWith(), role)
  await expect.element(page.getByText('API key', { exact: true })).toBeVisible()
  await expect.element(welcome).not.toBeInTheDocument()
  if (role === 'user')
    await expect.element(page.getByText(/To replace the key, ask your hosting provider/)).toBeVisible()
  await expect.element(replace).not.toBeInTheDocument()
})
