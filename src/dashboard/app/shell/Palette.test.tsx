import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  listAccounts,
  listFleet,
  listMonitors,
  listTests,
  readAccount,
  readMonitor,
  readTest,
} from '../../../contract/index.ts'
import { aFleetSite, aMonitor, anAccount, aSite, aTest, onePage } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const press = (key: string, ctrlKey = false) =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, ctrlKey, bubbles: true }),
  )

/** Runs at the moment the page has a heading, before the browser paints it. */
function onceThereIsAHeading(run: () => void): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('h1')) return
    observer.disconnect()
    run()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

test('opens for a shortcut pressed as soon as the page is there', async () => {
  onceThereIsAHeading(() => press('k', true))
  await renderPage('/accounts', serviceWith())
  await expect.element(page.getByRole('dialog').getByRole('combobox')).toHaveFocus()
})

test('opens again for a shortcut that follows Escape at once, and takes what is typed', async () => {
  await renderPage('/accounts', serviceWith())
  const field = page.getByRole('dialog').getByRole('combobox')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  press('k', true)
  await expect.element(field).toHaveFocus()
  press('Escape')
  // events follow each other, but no frame and no timer comes between
  await Promise.resolve()
  press('k', true)
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('alerts')
  await expect.element(field).toHaveValue('alerts')
  await expect.element(page.getByRole('option', { name: /^Alerts.*all accounts/ })).toBeVisible()
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const dialog = page.getByRole('dialog')
const search = dialog.getByRole('combobox', { name: 'Search or jump to' })

async function find(words: string, name: string | RegExp): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}')
  await search.fill(words)
  await dialog.getByRole('option', { name }).click()
}

test('a service without extensions finds accounts, sites, pages and actions', async () => {
  const service = serviceWith().answer(listAccounts, ({ query }) =>
    Response.json(onePage({ accounts: 'fjord bikes'.includes(query.get('search_term') ?? '') ? [anAccount()] : [] })),
  )
  const { router } = await renderPage('/accounts', service)
  const { host } = aSite()
  await expect.element(heading('Accounts')).toBeVisible()
  await find('fjord', /^Fjord Bikes/)
  await expect.element(heading('Fjord Bikes')).toBeVisible()
  await find('www.fjord', host)
  await expect.element(heading(host)).toBeVisible()
  await find('optimizer www', `${host}: Optimizer`)
  await expect.poll(() => router.state.location.pathname).toMatch(/\/optimizer$/)
  await find('delete site', `Delete site ${host}`)
  await expect.element(heading('Delete site')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await search.fill('no such thing at all')
  await expect.element(dialog.getByText('No results.')).toBeVisible()
})

test('an account’s monitors and tests are found, and a screen reader hears which is selected of how many', async () => {
  const checkout = aMonitor({ name: 'Checkout on 3G' })
  const rehearsal = aTest({ name: 'Launch rehearsal' })
  const service = serviceWith()
    .answer(listMonitors.user, ({ query }) =>
      Response.json(onePage({ rows: query.get('search_term') === 'checkout' ? [checkout] : [] })),
    )
    .answer(listTests.user, ({ query }) =>
      Response.json(onePage({ rows: query.get('search_term') === 'rehearsal' ? [rehearsal] : [] })),
    )
    .reply(readMonitor.user, checkout)
    .reply(readTest.user, rehearsal)
  await renderPage('/sites', service, 'user')
  await expect.element(heading('Sites')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await search.fill('checkout')
  const row = dialog.getByRole('option', { name: 'Checkout on 3G' })
  await expect.element(row).toHaveAttribute('aria-selected', 'true')
  await expect.element(search).toHaveAttribute('aria-activedescendant', row.element().id)
  await expect.element(dialog.getByRole('status')).toHaveTextContent(/^1 result$/)
  await row.click()
  await expect.element(heading('Checkout on 3G')).toBeVisible()
  await find('rehearsal', 'Launch rehearsal')
  await expect.element(heading('Launch rehearsal')).toBeVisible()
})

test('pressing Enter before results have loaded acts on the current text', async () => {
  const names = ['Fjord Bikes', 'Giulia Studio', 'Bergmann Optik']
  const accounts = names.map((name, i) => anAccount({ id: `account-${i}`, name, email: `${i}@shop.example` }))
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  const service = serviceWith()
    .answer(listAccounts, async ({ query }) => {
      const term = query.get('search_term') ?? ''
      if (term === 'bergmann') await asked
      // at first, the last one isn't listed
      const listed = accounts.slice(0, term === '' ? 2 : 3)
      return Response.json(onePage({ accounts: listed.filter(({ name }) => name.toLowerCase().includes(term)) }))
    })
    .answer(readAccount, ({ path }) => Response.json(accounts.find(({ id }) => path.endsWith(id))))
  await renderPage('/accounts', service)
  await expect.element(heading('Accounts')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}fjord{Enter}')
  await expect.element(heading('Fjord Bikes')).toBeVisible()

  // results of the previous text are shown while the next ones load
  await userEvent.keyboard('{Control>}k{/Control}')
  const first = dialog.getByRole('option').first()
  await search.fill('fj')
  await expect.element(first).toHaveTextContent('www.fjordbikes.example')
  await expect.element(first).toHaveAttribute('aria-selected', 'true')
  await search.fill('giulia')
  await expect.element(first).toHaveTextContent('Giulia Studio')
  await expect.element(first).toHaveAttribute('aria-selected', 'true')
  await search.fill('bergmann')
  await expect.element(dialog).toHaveTextContent('Searching…')
  await expect.element(dialog).not.toHaveTextContent('Giulia')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => service.received(listAccounts).at(-1)?.query.get('search_term')).toBe('bergmann')
  await expect.element(heading('Fjord Bikes')).toBeVisible()
  answer()
  await expect.element(heading('Bergmann Optik')).toBeVisible()
})

test('sites of all accounts are found by their host, and a site’s pages by what they are for', async () => {
  const { id, host } = aSite()
  const counts = { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, off: 0, idle: 0, unchecked: 0, healthy: 8 }
  const found = { ...onePage({ sites: [aFleetSite()] }), total_entries: 4, more_entries: false, counts, revision: '1' }
  const { router } = await renderPage('/accounts', serviceWith().reply(listFleet, found))
  await expect.element(heading('Accounts')).toBeVisible()
  await find('www.fjord', /^www\.fjordbikes/)
  await expect.element(heading(host)).toBeVisible()
  await expect.poll(() => router.state.location.pathname).toBe(`/accounts/${anAccount().id}/sites/${id}`)
  for (const [words, name] of [
    ['dns', `${host}: DNS record`],
    ['purge', `${host}: Cache`],
    ['report', `${host}: Traffic`],
  ] as const) {
    await userEvent.keyboard('{Control>}k{/Control}')
    await search.fill(words)
    await expect.element(dialog.getByRole('option', { name })).toBeVisible()
    await userEvent.keyboard('{Escape}')
  }
  await find('fjordbikes.example', /^All sites matching “fjordbikes.example” 3 more/)
  await expect.poll(() => router.state.location.search).toBe('?search_term=fjordbikes.example')
})
