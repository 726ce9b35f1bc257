import type { Page } from '@playwright/test'
import { headers } from '../../src/contract/index.ts'
import { expect, heading, type FlowMock, row, siteIn, test } from '../fixtures.ts'
import { nextPassword, testPassword } from '../../src/service/test/password.ts'
import { people } from '../mock/seed-people.ts'

async function signInAs(page: Page, { email }: { readonly email: string }, at = '/'): Promise<void> {
  await page.goto(at)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page, { name }: { readonly name: string }): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name }).click()
  await page.getByRole('dialog', { name: 'Signed in' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
}

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** Expects that a button is there, can't be pressed, and says why. */
async function expectDenied(page: Page, name: string, reason: string): Promise<void> {
  await expect(button(page, name)).toHaveAccessibleDescription(reason)
  await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true')
}

/** Sends a write from the page, past what it offers. @returns the status */
const send = (page: Page, { account }: FlowMock, method: string, path: string, body: object = {}) =>
  page.evaluate(
    async (sent) => {
      const init = { method: sent.method, headers: sent.headers, body: JSON.stringify(sent.body) }
      return (await fetch(`/api${sent.path}`, init)).status
    },
    { method, path, body, headers: { 'Content-Type': 'application/json', [headers.account]: account.id } },
  )

test('a viewer reads, an operator runs what is there, a manager is a viewer elsewhere, and each is told who may do more', async ({
  page,
  mock,
}) => {
  // a viewer reads everything, and changes only what is their own
  const { id } = await siteIn(mock, 'active')
  await signInAs(page, people.omar, `/sites/${id}/optimizer`)
  const reason = 'Only operators, managers and owners can do this. You’re a viewer here.'
  await expectDenied(page, 'Go transparent', reason)
  expect(await send(page, mock, 'PUT', `/optimizers/${id}/transparent`)).toBe(403)
  await page.goto('/activity/new')
  await expect(heading(page, 'Not with your role')).toBeVisible()
  await expect(page.getByText(reason)).toBeVisible()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(row(page, /^(?=.*Key Deployment).*paths purged/).first()).toBeVisible()
  await page.goto('/security')
  await page.getByLabel('Current password').fill(testPassword)
  await page.getByLabel('New password').fill(nextPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()

  await signOut(page, people.omar)

  // an operator runs what is there under their own name, and doesn’t change how
  await signInAs(page, people.lena, `/sites/${id}/optimizer`)
  await button(page, 'Go transparent').click()
  await expect(page.getByText(/^Now transparent\./)).toBeVisible()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.getByRole('combobox', { name: 'Person' }).selectOption(people.lena.name)
  await expect(row(page, 'active → transparent').first()).toContainText(people.lena.name)
  await expect(row(page, 'as the account holder')).toHaveCount(0)
  await page.getByRole('link', { name: 'Monitors', exact: true }).click()
  await expectDenied(page, 'New monitor', 'Only managers and owners can do this. You’re an operator here.')
  expect(await send(page, mock, 'POST', '/monitors')).toBe(403)

  await signOut(page, people.lena)

  // a manager of an account is a viewer of its partner, and may there what each may
  await page.evaluate(() => localStorage.clear())
  await signInAs(page, people.jonas)
  await page.getByRole('button', { name: /^Fjord Bikes.*Account · Manager/ }).click()
  await page.getByRole('link', { name: 'Alerts', exact: true }).click()
  await page.getByRole('link', { name: 'New rule', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Night shift')
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect(row(page, 'Night shift')).toBeVisible()
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await expectDenied(page, 'Invite', 'Only owners can do this. You’re a manager here.')
  expect(await send(page, mock, 'POST', '/invitations', { email: 'a@b.example', role: 'owner' })).toBe(403)

  await page.getByRole('banner').getByRole('button', { name: people.jonas.name }).click()
  await page.getByRole('button', { name: /^Nordhost.*Partner · Viewer/ }).click()
  await expect(heading(page, 'Fleet')).toBeVisible()
  await page.getByRole('link', { name: 'Accounts', exact: true }).click()
  await expectDenied(page, 'Create account', 'Only managers and owners can do this. You’re a viewer here.')
  const account = { email: 'a@b.example', site: 'www.b.example' }
  expect(await send(page, mock, 'POST', `/partners/${mock.partner.id}/accounts`, account)).toBe(403)
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(row(page, 'Role of Priya Nair: viewer → operator')).toContainText('Ingrid Holm')
  await expect(row(page, '2 failed sign-ins as Mats Ek')).toContainText('The service')
})
