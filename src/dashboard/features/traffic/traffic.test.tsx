import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listUserSites, readUsage, readUserUsage, type ReplyOf, usageTitles } from '../../../contract/index.ts'
import { localZone } from '../../kit/format/time.ts'
import { setZone } from '../../kit/format/zone.ts'
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
  await expect.poll(() => router.state.location.search).toBe('?range=7d')
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

test('another account’s site isn’t mistaken for a service that doesn’t report traffic', async () => {
  await renderPage(`/sites/${siteId}/traffic`, serviceWith().reply(listUserSites, { sites: [] }), 'user')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t load the traffic')
  await expect.element(page.getByText('This service doesn’t show')).not.toBeInTheDocument()
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

const noon = Date.parse('2026-11-21T12:00:00Z')

/** An account holder’s traffic page at noon. */
async function openAtNoon(search: string) {
  vi.spyOn(Date, 'now').mockReturnValue(noon)
  const [, [role, address, endpoint]] = readers
  return renderPage(`${address}${search}`, serviceWith().reply(endpoint, usage()), role)
}

test('a chart outside the window is drawn once one scrolls to it, or the browser is idle', async () => {
  const { innerWidth, innerHeight } = window
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  await page.viewport(1280, 600)
  const idle = vi.spyOn(window, 'requestIdleCallback').mockReturnValue(0)
  const far = page.getByRole('region', { name: 'Served from cache' })
  const last = far.getByRole('img', { name: /^Share of requests/ })
  const open = async () => {
    const { unmount } = await openAtNoon('')
    await expect.element(page.getByRole('img', { name: /^Requests answered/ })).toBeVisible()
    await expect.element(far.getByRole('status')).toHaveTextContent('Loading chart…')
    return unmount
  }
  const unmount = await open()
  far.element().scrollIntoView()
  await expect.element(last).toBeVisible()
  await unmount()
  scrollTo(0, 0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    await open()
    idle.mockImplementation((run) => {
      run({ didTimeout: false, timeRemaining: () => 50 })
      return 0
    })
    vi.advanceTimersByTime(4000)
    await expect.element(last).toBeInTheDocument()
    expect(scrollY).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('dates are chosen, and time is moved through, with the keyboard alone', async () => {
  const { router } = await openAtNoon('')
  const dates = page.getByRole('button', { name: 'Dates…' })
  const [from, to] = [page.getByLabelText('From', { exact: true }), page.getByLabelText('To', { exact: true })]
  const range = () => Object.fromEntries(new URLSearchParams(router.state.location.search))
  const drawn = (words: string) => page.getByRole('img', { name: new RegExp(`^Requests .* ${words}`) })
  await expect.element(drawn('the last 48 hours')).toBeVisible()
  dates.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(from).toHaveFocus()
  await from.fill('2026-11-10')
  await to.fill('2026-11-12')
  await userEvent.keyboard('{Enter}')
  await expect.element(dates).toHaveFocus()
  await expect.element(drawn('10 Nov 2026 to 12 Nov 2026')).toBeVisible()
  await expect.element(page.getByText(/same as a week earlier/).first()).toBeVisible()
  expect(range()).toEqual({ from: '2026-11-10', to: '2026-11-12' })
  page.getByRole('button', { name: 'Earlier' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(drawn('7 Nov 2026 to 9 Nov 2026')).toBeVisible()
  // later
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(drawn('10 Nov 2026 to 12 Nov 2026')).toBeVisible()
  // zoom in
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.poll(range).toEqual({ from: '2026-11-10T18:00Z', to: '2026-11-12T06:00Z' })
  page.getByRole('button', { name: 'Table' }).first().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('table', { name: /^Requests .* as a table/ })).toBeVisible()
})

test('days that the range or the present cuts aren’t drawn, and the chart says so', async () => {
  const { router } = await openAtNoon('?from=2026-11-03T05:45Z&to=2026-11-18T05:50Z')
  const panel = page.getByRole('region', { name: 'Requests', exact: true })
  await expect.element(panel).toHaveTextContent('per day, whole days only')
  await expect.element(page.getByRole('img', { name: /^Requests answered/ })).toBeVisible()
  const chart = page.getByRole('img', { name: /^Requests answered/ }).element()
  // from 4 to 17 November, of the service and of the server
  await expect.poll(() => chart.querySelectorAll('rect')).toHaveLength(2 * 14)
  const plot = chart.getBoundingClientRect()
  for (const bar of chart.querySelectorAll('rect')) {
    expect(bar.getBoundingClientRect().left).toBeGreaterThanOrEqual(plot.left)
    expect(bar.getBoundingClientRect().right).toBeLessThanOrEqual(plot.right)
  }
  await router.navigate('?from=2026-10-25&to=2026-11-21&table=requests')
  const rows = page.getByRole('table', { name: /^Requests .* as a table$/ }).getByRole('row')
  await expect.element(rows.nth(1)).toHaveTextContent('20 Nov 2026')
  expect(rows.elements()).toHaveLength(1 + 27)
  await expect.element(panel).toHaveTextContent('per day, whole days only')
})

test('dates are days of the chosen zone', async () => {
  setZone('Europe/Berlin')
  onTestFinished(() => setZone(localZone))
  await openAtNoon('?from=2026-11-03&to=2026-11-06&table=requests')
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('100')
  const table = page.getByRole('table', { name: /^Requests .* 3 Nov 2026 to 6 Nov 2026 \(CET\), as a table$/ })
  await expect.element(table.getByRole('row').last()).toHaveTextContent('3 Nov 2026, 00:00')
})

test('a day without a midnight is one day', async () => {
  setZone('America/Santiago')
  onTestFinished(() => setZone(localZone))
  await openAtNoon('?from=2026-09-06&to=2026-09-06')
  await expect.element(page.getByText(/^Traffic of .*, 6 Sep 2026 \(/)).toBeVisible()
  await page.getByRole('button', { name: 'Dates…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dates' })
  await expect.element(dialog.getByLabelText('From')).toHaveValue('2026-09-06')
  await dialog.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(location.search).toBe('?from=2026-09-06&to=2026-09-06')
})

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
