import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listAccounts } from '../../../contract/index.ts'
import { renderPage } from '../../test/render-page.tsx'
import { StubService } from '../../test/stub-service.ts'

const none = { accounts: [], current_page: 1, total_pages: 0, per_page: 25, total_entries: 0 }

test('without accounts, the list leads to the first', async () => {
  await renderPage('/accounts', new StubService().reply(listAccounts, none))
  await expect.element(page.getByText(/no accounts yet/i)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Create account' }).first()).toBeVisible()
})

test('a search that finds nothing says so', async () => {
  const service = new StubService().reply(listAccounts, none)
  await renderPage('/accounts?search_term=nobody', service)
  await expect.element(page.getByText(/no accounts match/i).first()).toBeVisible()
  expect(service.received(listAccounts)[0]?.query.get('search_term')).toBe('nobody')
})

test.each([
  [{ status: 503, error: 'The service cannot answer now.' }, /cannot answer now/],
  [{ status: 500 }, /The request was refused/],
  [{ status: 429, headers: { 'Retry-After': '3' } }, /try again/i],
])('refused with %o, the list says why, and loads when it is asked again', async (refusal, why) => {
  const service = new StubService().refuse(listAccounts, refusal)
  await renderPage('/accounts', service)
  await expect.element(page.getByRole('alert')).toHaveTextContent(why)
  service.reply(listAccounts, none)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText(/no accounts yet/i)).toBeVisible()
})

test('a reply of another API is no list', async () => {
  await renderPage(
    '/accounts',
    new StubService().answer(listAccounts, () => Response.json({ accounts: 7 })),
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent(/match this API/)
})
