import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { readUsage, readUserUsage, type ReplyOf, usageTitles } from '../../../contract/index.ts'
import { type Fault, faults } from '../../test/faults.ts'
import { aSite, siteId } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const hour = 3_600_000
const days = 24 * hour

/** Traffic by the hour of the last four weeks. */
function usage(requests = 100): ReplyOf<typeof readUsage> {
  const last = Math.floor(Date.now() / hour) * hour
  const data = Array.from({ length: 28 * 24 }, (_, i): [number, number] => [last - 28 * days + i * hour, requests])
  const total = { numOfReq: requests * data.length, GBS: 1 }
  return {
    site: aSite().host,
    status: 'active',
    metrics: { traffic: { Origin: total, Service: total } },
    usage: usageTitles.map((title) => ({ title, data })),
  }
}

const readers = [
  ['partner', `/accounts/${accountId}/sites/${siteId}/traffic`, readUsage],
  ['user', `/sites/${siteId}/traffic`, readUserUsage],
] as const

const failures: readonly Fault[] = [
  ...faults,
  ['answered 429', 'Too many requests.', () => Response.json({ error: 'Too many requests.' }, { status: 429 })],
]

test.each(readers)('traffic that a %s can’t load says why and loads on retry', async (role, address, endpoint) => {
  const service = serviceWith()
  service.refuse(endpoint, { status: 500, error: 'The service failed.' })
  const { router } = await renderPage(`${address}?range=7d`, service, role)
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load the traffic for the last 7 days.' })
  await expect.element(alert).toHaveTextContent('The service failed.')
  for (const [, why, answer] of failures) {
    service.answer(endpoint, answer)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(alert).toHaveTextContent(why)
  }
  service.reply(endpoint, usage())
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('img', { name: /^Requests .* the last 7 days/ })).toBeVisible()
  expect(router.state.location.search).toBe('?range=7d')
})

test.each(readers)('a %s’s site without requests has no empty charts', async (role, address, endpoint) => {
  await renderPage(address, serviceWith().reply(endpoint, usage(0)), role)
  const panel = page.getByRole('region', { name: 'Requests', exact: true })
  await expect.element(panel.getByText('No requests in the last 48 hours.')).toBeVisible()
  await expect
    .element(page.getByRole('img', { name: /^(Requests answered|Bytes sent|Share of)/ }))
    .not.toBeInTheDocument()
  await expect.element(page.getByText(/^No comparison/)).not.toBeInTheDocument()
})

test.each(readers)('a %s’s site with a placeholder host has no traffic yet', async (role, address, endpoint) => {
  const error = 'The host is a placeholder. Give it a real host first.'
  const service = serviceWith([aSite({ optimizer: null })]).refuse(endpoint, { status: 409, error })
  await renderPage(address, service, role)
  await expect.element(page.getByText('No traffic yet')).toBeVisible()
  await expect.element(page.getByText(error)).toBeVisible()
})

test('a service that doesn’t report traffic to account holders says so', async () => {
  await renderPage(`/sites/${siteId}/traffic`, serviceWith(), 'user')
  await expect.element(page.getByText('This service doesn’t show traffic to account holders')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test.each(readers)(
  'dates that can’t be shown to a %s are reported where they are typed',
  async (role, address, endpoint) => {
    await renderPage(address, serviceWith().reply(endpoint, usage()), role)
    const from = page.getByLabelText('From', { exact: true })
    const to = page.getByLabelText('To', { exact: true })
    const show = page.getByRole('button', { name: 'Show', exact: true })
    await page.getByRole('button', { name: 'Dates…' }).click()
    await from.fill('2026-11-20')
    await to.fill('2026-11-12')
    await show.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('The start date can’t be after the end date.')
    await expect.element(from).toHaveValue('2026-11-20')
    await from.fill('2999-01-01')
    await to.fill('2999-01-02')
    await show.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('in the future')
  },
)

test('a date that the service refuses is called what the field is called', async () => {
  const [role, address, endpoint] = readers[0]
  const fields = { start_date: 'must not be after today' }
  const service = serviceWith().refuse(endpoint, { status: 422, error: 'start_date must not be after today', fields })
  await renderPage(`${address}?from=2027-01-01&to=2027-01-02`, service, role)
  await expect.element(page.getByRole('alert')).toHaveTextContent('“From” must not be after today.')
})

test('a range in the address that starts after it ends gives way to the last 48 hours', async () => {
  const [role, address, endpoint] = readers[0]
  await renderPage(`${address}?from=2026-11-12&to=2026-11-10`, serviceWith().reply(endpoint, usage()), role)
  const words = 'Can’t show the range in the address: it starts after it ends. Showing the last 48 hours instead.'
  await expect.element(page.getByText(words)).toBeVisible()
})

test.each(readers)(
  'a link that a %s copies shows the same times later, to the other role too',
  async (role, address, endpoint) => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T10:20:00Z'))
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await renderPage(`${address}?range=7d`, serviceWith().reply(endpoint, usage()), role)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect.element(page.getByText('Copied link')).toBeInTheDocument()
    const link = new URL(write.mock.calls[0]?.[0] ?? '')
    expect(link.pathname).toBe(address)
    expect(Object.fromEntries(link.searchParams)).toEqual({ from: '2026-11-14T10:20Z', to: '2026-11-21T10:20Z' })
  },
)
