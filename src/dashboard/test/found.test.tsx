import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listAccounts, listFleet, listIncidents, listMonitors, listTests } from '../../contract/index.ts'
import { aFleetSite, aMonitor, anAccount, anIncident, aSite, aTest, onePage } from './records.ts'
import { renderPage } from './render-page.tsx'
import { serviceWith } from './service-with.ts'
import type { Answer } from './stub-service.ts'

const fleetCounts = { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, off: 0, idle: 0, unchecked: 0, healthy: 2 }

/** A list that has two records, of which a search for “fjord” finds one. */
const searched =
  (list: string, row: object, more: object = {}): Answer =>
  ({ query }) => {
    const term = query.get('search_term') ?? ''
    const count = term === '' ? 2 : Number(term === 'fjord')
    const rows = Array.from({ length: count }, (_, i) => ({ ...row, id: `01990000-0000-7000-8000-00000000030${i}` }))
    return Response.json({ ...onePage({ [list]: rows }), ...more })
  }

const service = () =>
  serviceWith([aSite(), aSite({ id: '01990000-0000-7000-8000-0000000000f2', host: 'shop.example' })])
    .answer(listMonitors.user, searched('rows', aMonitor()))
    .answer(listTests.user, searched('rows', aTest()))
    .answer(listAccounts, searched('accounts', anAccount()))
    .answer(listFleet, searched('sites', aFleetSite(), { more_entries: false, counts: fleetCounts, revision: '1' }))

/** The live region of a list. It has to be the same element before and after: a new one isn't announced. */
async function regionThatSays(words: string): Promise<HTMLElement | SVGElement> {
  const region = page.getByRole('status').filter({ hasText: words })
  await expect.element(region).toBeInTheDocument()
  return region.element()
}

test.each([
  ['user', '/monitors', 'Search by name', 'monitor'],
  ['user', '/tests', 'Search by name', 'test'],
  ['user', '/sites', 'Search hosts', 'site'],
  ['partner', '/accounts', 'Search name or email', 'account'],
  ['partner', '/', 'Search host, account or email', 'site'],
] as const)('what a search finds is said to a %s at %s', async (role, address, label, what) => {
  await renderPage(address, service(), role)
  const region = await regionThatSays(`All ${what}s: 2`)
  const search = page.getByRole('searchbox', { name: label })
  await search.fill('fjord')
  await expect.element(region).toHaveTextContent(`1 ${what} matches “fjord”`)
  await search.fill('nothing like it')
  await expect.element(region).toHaveTextContent(`No ${what}s match “nothing like it”`)
  await expect.element(page.getByText(`No ${what}s match “nothing like it”`)).toBeVisible()
  await search.fill('')
  await expect.element(region).toHaveTextContent(`All ${what}s: 2`)
  expect(region.isConnected).toBe(true)
})

test('what filters leave is said', async () => {
  const ended = anIncident({ id: '01990000-0000-7000-8000-000000000402', ended_at: '2026-11-21T11:00:00Z' })
  const stub = service().answer(listIncidents.user, ({ query }) =>
    Response.json(onePage({ rows: query.has('open') ? [ended] : [anIncident(), ended] })),
  )
  await renderPage('/incidents', stub, 'user')
  const region = await regionThatSays('All incidents: 2')
  await page.getByRole('radio', { name: 'Ended' }).click()
  await expect.element(region).toHaveTextContent('1 incident matches these filters')
  expect(stub.received(listIncidents.user).at(-1)?.query.get('open')).toBe('false')
  expect(region.isConnected).toBe(true)
})
