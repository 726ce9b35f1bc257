import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAccounts, readAccount } from '../../../contract/index.ts'
import { anAccount, onePage } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const fjord = anAccount()
const optik = anAccount({ id: '01990000-0000-7000-8000-0000000000b2', name: 'Bergmann Optik' })
const switcher = page.getByRole('button', { name: 'Switch account' })
const search = page.getByRole('textbox', { name: 'Search accounts' })
const options = page.getByRole('listbox', { name: 'Accounts' }).getByRole('option')

const service = () =>
  serviceWith()
    .answer(listAccounts, ({ query }) => {
      const term = query.get('search_term')?.toLowerCase() ?? ''
      const accounts = [fjord, optik].filter(({ name }) => name.toLowerCase().includes(term))
      return Response.json(onePage({ accounts }))
    })
    .answer(readAccount, ({ path }) => Response.json(path.endsWith(optik.id) ? optik : fjord))

test('the same page of another account is found and opened', async () => {
  const { router } = await renderPage(`/accounts/${fjord.id}/account`, service())
  await switcher.click()
  await expect.element(search).toHaveFocus()
  await search.fill('nobody')
  await expect.element(page.getByText('No accounts match.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(search).not.toBeInTheDocument()
  await expect.element(switcher).toHaveFocus()
  await switcher.click()
  await search.fill('bergm')
  await expect.element(options).toHaveLength(1)
  await options.click()
  await expect.element(page.getByRole('heading', { name: 'Bergmann Optik' })).toBeVisible()
  await expect.poll(() => router.state.location.pathname).toBe(`/accounts/${optik.id}/account`)
})

test('it floats above the navigation', async () => {
  await renderPage(`/accounts/${fjord.id}`, service())
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Incidents', exact: true })
  await expect.element(link).toBeVisible()
  const place = () => link.element().getBoundingClientRect().toJSON() as unknown
  const before = place()
  await switcher.click()
  await expect.element(options.nth(1)).toBeVisible()
  expect(place()).toEqual(before)
})
