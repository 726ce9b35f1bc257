import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listAccounts } from '../../../contract/index.ts'
import { anAccount, onePage } from '../../test/records.ts'
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

const table = page.getByRole('table', { name: 'Accounts' })

test('search, sorting and page are kept in the address', async () => {
  const accounts = Array.from({ length: 30 }, (_, i) =>
    anAccount({ id: `account-${i}`, name: i === 7 ? 'Giulia Studio' : `Shop ${i}` }),
  )
  const service = new StubService().answer(listAccounts, ({ query }) => {
    const found = accounts.filter(({ name }) => name.toLowerCase().includes(query.get('search_term') ?? ''))
    const start = 25 * (Number(query.get('page') ?? 1) - 1)
    return Response.json({ ...onePage({ accounts: found }), accounts: found.slice(start, start + 25) })
  })
  const { router, unmount } = await renderPage('/accounts', service)
  const search = page.getByRole('searchbox', { name: 'Search name or email' })
  const row = table.getByRole('row').nth(1)
  await search.fill('studio')
  await expect.element(row).toHaveTextContent('Giulia Studio')
  await expect.poll(() => router.state.location.search).toBe('?search_term=studio')
  await search.fill('')
  await expect.poll(() => router.state.location.search).toBe('')
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(row).toHaveTextContent('Shop 25')
  const address = `/accounts${router.state.location.search}`
  expect(address).toMatch(/sort_by=email.*page=2|page=2.*sort_by=email/)
  expect(Object.fromEntries(service.received(listAccounts).at(-1)?.query ?? [])).toMatchObject({
    sort_by: 'email',
    page: '2',
  })
  await unmount()
  await renderPage(address, service)
  await expect.element(row).toHaveTextContent('Shop 25')
})

test('long names wrap instead of widening the table', async () => {
  const email = `${'e'.repeat(60)}@${'d'.repeat(60)}.example`
  const accounts = [anAccount({ name: 'n'.repeat(110), email })]
  await renderPage('/accounts', new StubService().reply(listAccounts, onePage({ accounts })))
  await expect.element(table.getByRole('button', { name: /^Copy/ })).toBeInViewport({ ratio: 1 })
  const { scrollWidth, parentElement } = table.element()
  expect(scrollWidth).toBeLessThanOrEqual(parentElement?.clientWidth ?? 0)
})

test('the list says which accounts are in trouble, and leads to their sites', async () => {
  const account = { ...anAccount(), sites: 8, troubled_sites: 1, severity: 3, plan: 'paid' }
  const service = new StubService().answer(listAccounts, () => Response.json(onePage({ accounts: [account] })))
  await renderPage('/accounts', service)
  const row = page.getByRole('row').filter({ hasText: account.name })
  for (const words of ['8', 'Paid', 'never']) await expect.element(row).toHaveTextContent(words)
  const link = row.getByRole('link', { name: '1 site' })
  await expect.element(link).toHaveAttribute('href', `/?search_term=${encodeURIComponent(account.email)}`)
})

test.each([
  [{ troubled_sites: 2, troubled_hosts: 1, severity: 3 }, '2 sites, 1 other host'],
  [{ troubled_sites: 0, troubled_hosts: 2, severity: 2 }, '2 hosts'],
  [{ troubled_sites: 1, severity: 1 }, '1 site'],
])('an account with %o shows %s', async (trouble, words) => {
  const accounts = [{ ...anAccount(), sites: 2, ...trouble }]
  await renderPage('/accounts', new StubService().reply(listAccounts, onePage({ accounts })))
  const link = table.getByRole('link', { name: words.replaceAll(' ', '\u00a0').replaceAll(',\u00a0', ', ') })
  await expect.element(link).toHaveAttribute('href', '/?search_term=fjordbikes%40example.com')
})
